/**
 * Converts the citation marks of a text that arrives in pieces into Markdown links, and links to pages of the site into whole addresses:
 * a program knows of no page that they would count from. Marks without an address, marks in code, and marks that are already links stay.
 */
export function createLinkedMarks({ addressOf, site }: LinkedMarksDeps) {
  let held = '';
  /** The run of backticks that opened the current code; empty outside of code. */
  let fence = '';

  const linked = (text: string): string =>
    text.replaceAll(marked, (whole: string, ticks: string | undefined, number: string | undefined) => {
      if (ticks !== undefined) {
        if (fence === '') fence = ticks;
        else if (fence === ticks) fence = '';
        return ticks;
      }
      if (fence !== '') return whole;
      if (number === undefined) return `](${site}/`;
      const address = addressOf(Number(number));
      return address === undefined
        ? whole
        : `${whole}(${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
    });

  return {
    /** Takes a piece and returns the text that is certain; an incomplete mark is held back. */
    push(piece: string): string {
      const text = held + piece;
      const [open = ''] = /(?:`{1,20}|\[(?:\d{1,2}(?:\](?:\(\/?)?)?)?|\](?:\(\/?)?)$/.exec(text) ?? [];
      held = open;
      return linked(text.slice(0, text.length - open.length));
    },
    /** Returns the text that was held back. */
    end(): string {
      const text = linked(held);
      held = '';
      return text;
    },
  };
}

/** Backticks, a mark, or the beginning of a link to a page of the site. */
const marked = /(`+)|\[(\d{1,2})\](?!\()|\]\(\/(?!\/)/g;

interface LinkedMarksDeps {
  /** The address for the number of a mark. */
  readonly addressOf: (number: number) => string | undefined;
  /** Address of the site, without a slash at its end. */
  readonly site: string;
}

/** A Markdown text whose links to pages of the site are whole addresses. */
export function withWholeLinks(text: string, site: string): string {
  const marks = createLinkedMarks({ addressOf: () => undefined, site });
  return marks.push(text) + marks.end();
}
