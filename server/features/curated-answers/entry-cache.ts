import { curatedLimits } from '../../../contract/curated-answers/entry-fields.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { conflict } from '../../kit/fault.ts';
import { createLastKnown } from '../../kit/last-known.ts';
import type { Log } from '../../ports/log.ts';
import { entryOf, rowOf, type Entry } from './entry.ts';
import { curatedAnswersChanged, type CuratedAnswerStore } from './store.ts';

/** All curated answers in memory, the latest change first. */
export interface EntryCache {
  /** Returns the same array until a process changes an answer. */
  all(): Promise<readonly Entry[]>;
  find(id: string): Promise<Entry | undefined>;
  /**
   * Saves what `next` makes of the entries by id as they stand in the database. Throws what it throws, and `conflict` for more answers
   * or questions than a service holds.
   */
  change(next: (entries: ReadonlyMap<string, Entry>) => Edit): Promise<void>;
  /** Throws as `change` would, and saves nothing. */
  preview(next: (entries: ReadonlyMap<string, Entry>) => Edit): Promise<void>;
  close(): void;
}

export interface Edit {
  readonly put?: readonly Entry[];
  readonly drop?: readonly string[];
}

export function createEntryCache(deps: {
  readonly db: Pick<Database, 'subscribe'>;
  readonly store: Pick<CuratedAnswerStore, 'all' | 'change'>;
  readonly log: Log;
}): EntryCache {
  const { db, store, log } = deps;
  const current = createLastKnown(async (): Promise<readonly Entry[]> => {
    const rows = await store.all();
    const entries = rows.flatMap((row) => entryOf(row) ?? []);
    if (entries.length < rows.length)
      log.warn(
        { count: rows.length - entries.length },
        'stored curated answers are invalid and are left out',
      );
    return entries.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  });
  const notices = db.subscribe(curatedAnswersChanged, current.outdated);
  return {
    all: current.read,
    find: async (id) => (await current.read()).find((entry) => entry.id === id),
    async change(next) {
      await store.change((stored) => {
        const before = new Map(stored.flatMap((row) => entryOf(row) ?? []).map((entry) => [entry.id, entry]));
        const { put = [], drop = [] } = checked(before, next);
        return { put: put.map(rowOf), drop };
      });
      current.outdated();
    },
    async preview(next) {
      checked(new Map((await current.read()).map((entry) => [entry.id, entry])), next);
    },
    close: () => notices.close(),
  };
}

/** The edit that `next` makes; throws `conflict` where it leaves too much. */
function checked(
  before: ReadonlyMap<string, Entry>,
  next: (entries: ReadonlyMap<string, Entry>) => Edit,
): Edit {
  const edit = next(before);
  const { put = [], drop = [] } = edit;
  const after = new Map([...before, ...put.map((entry) => [entry.id, entry] as const)]);
  for (const id of drop) after.delete(id);
  if (put.length > 0) assertRoom([...after.values()]);
  return edit;
}

function assertRoom(entries: readonly Entry[]): void {
  if (entries.length > curatedLimits.entries)
    throw conflict(explained('curated_full', { count: curatedLimits.entries }));
  const questions = entries.reduce((sum, entry) => sum + entry.questions.length, 0);
  if (questions > curatedLimits.questionsInAll)
    throw conflict(explained('curated_questions_full', { count: curatedLimits.questionsInAll }));
}
