/** Words of a text that had something of their own: bold, a link. */
export interface Run<T> {
  readonly text: string;
  readonly value: T;
}

/** A new text in pieces: where the words of a run come back, in the order of the runs, they have what they had. */
export function returningRuns<T>(text: string, runs: readonly Run<T>[], otherwise: T): Run<T>[] {
  const pieces: Run<T>[] = [];
  let at = 0;
  const add = (end: number, value: T): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), value });
    at = Math.max(at, end);
  };
  for (const run of runs) {
    const words = run.text.trim();
    const start = words === '' ? -1 : text.indexOf(words, at);
    if (start < 0) continue;
    add(start, otherwise);
    add(start + words.length, run.value);
  }
  add(text.length, otherwise);
  return pieces;
}
