/** Words of a text with their own formatting, such as bold or a link. */
export interface Run<T> {
  readonly text: string;
  readonly value: T;
}

/** Splits a new text: words of a run that recur, in the order of the runs, get their old formatting. */
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
