/* Masks of all lines, and pictures. */

#include "kernel.h"

#include <string.h>

void trim_line(int colours, const Line *line, word *masks)
{
    word inside = ((word)1 << line->length % WORD) - 1; /* positions of the last word */
    for (int colour = 1; colour <= colours; colour++)
        masks[(ptrdiff_t)colour * line->words - 1] &= inside;
}

/* Writes the first candidate of each cell that a line owns, except background. Returns the number of open cells. */
static int colours_of_line(int colours, const Line *line, const word *masks, uint8_t *cells)
{
    int open = 0;
    for (int at = 0; at < line->words; at++) {
        word some = masks[at], several = 0, owns = line->owns[at];
        for (int colour = 1; colour < colours; colour++) {
            word mask = masks[(ptrdiff_t)colour * line->words + at];
            several |= some & mask;
            for (word first = mask & ~some & owns; first; first &= first - 1)
                cells[line->cells[WORD * at + lowest_bit(first)]] = (uint8_t)colour;
            some |= mask;
        }
        for (several &= owns; several; several &= several - 1)
            open++;
    }
    return open;
}

int picture_of(const Lines *lines, const word *masks, uint8_t *cells)
{
    int open = 0;
    memset(cells, 0, lines->cells);
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++)
        if (line->owned)
            open += colours_of_line(lines->colours, line, masks + line->masks, cells);
    return open;
}

int add_picture(Pictures *pictures, const uint8_t *cells)
{
    size_t size = pictures->size;
    for (ptrdiff_t at = 0; at < pictures->number; at++)
        if (!memcmp(pictures->cells + at * size, cells, size))
            return 0;
    if (grow_array(&pictures->cells, size + 1, pictures->number + 1, &pictures->capacity))
        return -1;
    memcpy(pictures->cells + pictures->number++ * size, cells, size);
    return 1;
}

int remove_picture(Pictures *pictures, ptrdiff_t from, const uint8_t *cells)
{
    size_t size = pictures->size;
    for (ptrdiff_t at = from; at < pictures->number; at++) {
        uint8_t *picture = pictures->cells + at * size;
        if (memcmp(picture, cells, size))
            continue;
        memmove(picture, picture + size, (pictures->number - at - 1) * size);
        pictures->number--;
        return 1;
    }
    return 0;
}
