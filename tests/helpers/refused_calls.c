/* A library to preload: the n-th call to the system from now on is refused, as if a disk, a table of files or a network drive failed.

   `refuse_call(n)` starts to count; `refused_call()` is the name of the call that was refused, or NULL. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static long left; /* calls until the refused one; 0: none is refused */
static const char *refused_name;

void refuse_call(long n) {
    left = n;
    refused_name = NULL;
}

const char *refused_call(void) {
    return refused_name;
}

static int refuses(const char *name, int number) {
    if (left == 0 || --left > 0)
        return 0;
    refused_name = name;
    errno = number;
    return 1;
}

#define CALL(type, failed, name, number, parameters, arguments)                                                         \
    type name parameters {                                                                                             \
        static type(*next) parameters;                                                                                 \
        if (!next)                                                                                                     \
            next = (type(*) parameters)dlsym(RTLD_NEXT, #name);                                                        \
        return refuses(#name, number) ? failed : next arguments;                                                       \
    }

#define OPENS(name, parameters, arguments)                                                                              \
    int name parameters {                                                                                              \
        static int (*next)();                                                                                          \
        mode_t mode = 0;                                                                                               \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                                           \
            va_list rest;                                                                                              \
            va_start(rest, flags);                                                                                     \
            mode = va_arg(rest, mode_t);                                                                               \
            va_end(rest);                                                                                              \
        }                                                                                                              \
        if (!next)                                                                                                     \
            next = (int (*)())dlsym(RTLD_NEXT, #name);                                                                 \
        return refuses(#name, EMFILE) ? -1 : next arguments;                                                           \
    }

OPENS(open, (const char *path, int flags, ...), (path, flags, mode))
OPENS(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENS(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPENS(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
CALL(ssize_t, -1, read, EIO, (int fd, void *data, size_t n), (fd, data, n))
CALL(ssize_t, -1, write, ENOSPC, (int fd, const void *data, size_t n), (fd, data, n))
CALL(off64_t, -1, lseek64, EIO, (int fd, off64_t at, int whence), (fd, at, whence))
CALL(int, -1, ftruncate64, EIO, (int fd, off64_t n), (fd, n))
CALL(int, -1, fsync, EIO, (int fd), (fd))
CALL(int, -1, flock, ENOLCK, (int fd, int how), (fd, how))
CALL(int, -1, stat64, EIO, (const char *path, struct stat64 *status), (path, status))
CALL(int, -1, lstat64, EIO, (const char *path, struct stat64 *status), (path, status))
CALL(int, -1, fstat64, EIO, (int fd, struct stat64 *status), (fd, status))
CALL(int, -1, fstatat64, EIO, (int fd, const char *path, struct stat64 *status, int how), (fd, path, status, how))
CALL(int, -1, access, EIO, (const char *path, int mode), (path, mode))
CALL(int, -1, faccessat, EIO, (int fd, const char *path, int mode, int how), (fd, path, mode, how))
CALL(DIR *, NULL, opendir, EMFILE, (const char *path), (path))
CALL(DIR *, NULL, fdopendir, EMFILE, (int fd), (fd))
CALL(struct dirent64 *, NULL, readdir64, EIO, (DIR *folder), (folder))
CALL(ssize_t, -1, readlink, EIO, (const char *path, char *text, size_t n), (path, text, n))
CALL(char *, NULL, getcwd, ENOENT, (char *text, size_t n), (text, n))
CALL(int, -1, chdir, EACCES, (const char *path), (path))
CALL(int, -1, mkdir, ENOSPC, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, rmdir, EIO, (const char *path), (path))
CALL(int, -1, rename, EIO, (const char *from, const char *to), (from, to))
CALL(int, -1, unlink, EIO, (const char *path), (path))
CALL(int, -1, chmod, EPERM, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, chown, EPERM, (const char *path, uid_t user, gid_t group), (path, user, group))
CALL(int, -1, dup, EMFILE, (int fd), (fd))
CALL(int, -1, dup2, EMFILE, (int fd, int to), (fd, to))
CALL(int, -1, pipe2, EMFILE, (int fds[2], int flags), (fds, flags))
CALL(int, -1, pipe, EMFILE, (int fds[2]), (fds))
CALL(int, -1, socket, EMFILE, (int family, int type, int protocol), (family, type, protocol))
CALL(int, -1, socketpair, EMFILE, (int family, int type, int protocol, int fds[2]), (family, type, protocol, fds))

int close(int fd) {
    static int (*next)(int);
    if (!next)
        next = (int (*)(int))dlsym(RTLD_NEXT, "close");
    int code = next(fd); /* it is closed even if the last write failed */
    return refuses("close", EIO) ? -1 : code;
}
