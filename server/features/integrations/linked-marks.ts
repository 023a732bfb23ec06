/**
 * Turns the citation marks of a text that arrives in pieces into Markdown links. `addressOf` tells the address of a mark's number; marks
 * without one, in code, and such as are links already stay as they are.
 */
export function createLinkedMarks(addressOf: (number: number) => string | undefined) {
  let held = '';
  /** The run of backticks that the code began with; empty outside of code. */
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
    /** The text that can be shown so far; the beginning of a mark waits for its end. */
    push(piece: string): string {
      const text = held + piece;
      const [open = ''] = /(?:`{1,20}|\[(?:\d{1,2}\]?)?)$/.exec(text) ?? [];
      held = open;
      return linked(text.slice(0, text.length - open.length));
    },
    /** What was held back. */
    end(): string {
      const text = linked(held);
      held = '';
      return text;
    },
  };
}
