"""A language that marks each text of a page, so that texts that bypass the catalogue are detected."""

from nonosat.apps.languages import catalogue

LEFT, RIGHT = "⟦", "⟧"


def marked(*sections):
    """Returns the German catalogue with each text replaced by its key in marks."""

    def mark(text):
        return f"{LEFT}{text}{RIGHT}"

    def forms(english):
        one, several = english.split("|") if "|" in english else ("", "")
        return {"one": mark(one), "other": mark(several)} if several else mark(english)

    return {english: forms(english) for english in catalogue("de", *sections)}


def unmarked(page, data=""):
    """Returns texts and element names of a page with words outside of marks, except in elements that `data` selects."""
    return page.evaluate(
        r"""([data, left, right]) => {
          const isData = (element) => element.closest(`script, style, noscript, kbd, [dir]${data && ","}${data}`);
          const bare = (text) => {
            for (let before = ""; before !== text; ) {
              before = text;
              text = text.replace(new RegExp(`${left}[^${left}${right}]*${right}`, "g"), "");
            }
            return text;
          };
          const found = [];
          for (const element of document.querySelectorAll("body, body *")) {
            if (isData(element)) continue;
            const texts = ["aria-label", "aria-roledescription", "title", "placeholder", "alt"]
              .map((name) => element.getAttribute(name) ?? "");
            for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.nodeValue);
            found.push(...texts.filter((text) => /\p{L}\p{L}/u.test(bare(text))));
          }
          return [...new Set(found.map((text) => text.replace(/\s+/g, " ").trim()))];
        }""",
        [data, LEFT, RIGHT],
    )
