import type { SettingConflict } from '../../../contract/config/conflicts.ts';
import { conflictsIn } from './resolve-conflicts.ts';

/** What is sent, and the revision that it is based on. */
interface BasedWrite<I, R> {
  readonly input: I;
  readonly revision: number | undefined;
  readonly send: (input: I, basedOn: number | undefined) => Promise<R>;
  /** What is sent once more, on the newer revision; `undefined` when the person leaves it. */
  readonly settle: (conflicts: readonly SettingConflict[], input: I) => Promise<I | undefined>;
}

/**
 * A write over a record that somebody else may have written meanwhile: what is in conflict is settled and sent again, until nobody else
 * was faster. Resolves with nothing when the person leaves it.
 */
export async function overConflicts<I, R>({
  input,
  revision,
  send,
  settle,
}: BasedWrite<I, R>): Promise<{ readonly reply: R } | undefined> {
  try {
    return { reply: await send(input, revision) };
  } catch (error) {
    const found = conflictsIn(error);
    const [first] = found;
    if (!first) throw error;
    const next = await settle(found, input);
    return next === undefined
      ? undefined
      : overConflicts({ input: next, revision: first.revision, send, settle });
  }
}
