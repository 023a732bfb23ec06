/** How far a row of acts is. */
export interface Row {
  readonly total: number;
  readonly done: number;
  readonly failures: readonly { readonly name: string; readonly error: unknown }[];
  readonly ended: boolean;
}

/**
 * Does the same with each name, one after the other, and tells after each how far it is. One that fails does not stop
 * the others; the signal does, after the one at work.
 */
export async function oneByOne(
  names: readonly string[],
  act: (name: string, signal: AbortSignal) => Promise<unknown>,
  tell: (row: Row) => void,
  signal: AbortSignal,
): Promise<Row> {
  let row: Row = { total: names.length, done: 0, failures: [], ended: false };
  tell(row);
  for (const name of names) {
    if (signal.aborted) break;
    let failures = row.failures;
    try {
      await act(name, signal);
    } catch (error) {
      if (signal.aborted) break;
      failures = [...failures, { name, error }];
    }
    row = { ...row, done: row.done + 1, failures };
    tell(row);
  }
  row = { ...row, ended: true };
  tell(row);
  return row;
}
