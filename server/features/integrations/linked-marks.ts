/**
 * Converts the citation marks of a text that arrives in pieces into Markdown links. `addressOf` returns the address for a mark's number;
 * marks without an address, marks in code, and marks that are already links stay.
 */
export function createLinkedMarks(addressOf: (number: number) => string | undefined) {
  let held = '';
  /** The run of backticks that opened the current code; empty outside of code. */
  let fence = '';

  const linked = (text: string): string =>
    text.replaceAll(/(`+)|\[(\d{1,2})\](?!\()/g, (whole, ticks: string | undefined, number: string) => {
      if (ticks !== undefined) {
        if (fence === '') fence = ticks;
        else if (fence === ticks) fence = '';
        return ticks;
      }
      const address = fence === '' ? addressOf(Number(number)) : undefined;
      return address === undefined
        ? whole
        : `${whole}(${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
    });

  return {
    /** Takes a piece and returns the text that is certain; an incomplete mark is held back. */
    push(piece: string): string {
      const text = held + piece;
      const [open = ''] = /(?:`{1,20}|\[(?:\d{1,2}\]?)?)$/.exec(text) ?? [];
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
