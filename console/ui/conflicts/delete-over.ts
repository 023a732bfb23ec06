import { inject, type InjectionKey } from 'vue';
import { fieldOf, isSame, type SettingConflict } from '../../../contract/config/conflicts.ts';
import type { ChangeArea } from '../../../contract/operator/changes.ts';
import { texts, useTexts } from '../../text/language.ts';
import { overConflicts } from './over-conflicts.ts';
import { theirsIn } from './resolve-conflicts.ts';
import { useQuestion } from '../forms/use-question.ts';

/** A field that somebody else has changed. */
export interface ChangedField {
  readonly name: string;
  readonly was: unknown;
  readonly now: unknown;
}

/** Says who has changed a record last, and in which fields it is another one than the page shows; a line each. */
type DescribeChanges = (
  record: Pick<DeletedRecord, 'area' | 'subject'>,
  changed: readonly ChangedField[],
) => Promise<string>;

/** Provided by the console, whose pages have the names of the fields. */
export const changeWords: InjectionKey<DescribeChanges> = Symbol('change words');

/** A record to delete, or to put back to what was shipped. */
interface DeletedRecord {
  /** What the list of changes calls it. */
  readonly area: ChangeArea;
  readonly subject: string;
  /** Its fields as they were read, and their revision. */
  readonly base: object;
  readonly revision: number | undefined;
  /** The word of the button that deletes. */
  readonly act: string;
  readonly send: (basedOn: number | undefined) => Promise<unknown>;
}

/**
 * Deletes a record that somebody else may have changed meanwhile: then the person is asked once more, and sees what is new.
 * Resolves with false when it stays.
 */
export async function deleteOver(
  record: Pick<DeletedRecord, 'base' | 'revision' | 'send'>,
  ask: (changed: readonly ChangedField[]) => Promise<boolean>,
): Promise<boolean> {
  const deleted = await overConflicts<object, unknown>({
    input: record.base,
    revision: record.revision,
    send: (_seen, basedOn) => record.send(basedOn),
    settle: async (found, seen) =>
      (await ask(changedIn(found, seen))) ? { ...seen, ...theirsIn(found) } : undefined,
  });
  return deleted !== undefined;
}

function changedIn(found: readonly SettingConflict[], base: object): ChangedField[] {
  const read = new Map<string, unknown>(Object.entries(base));
  return found
    .map((one) => ({ name: fieldOf(one), was: read.get(fieldOf(one)), now: one.theirs }))
    .filter(({ was, now }) => !isSame(setOr(was), setOr(now)));
}

/** What is not set is missing in one place and empty in another. */
const setOr = (value: unknown): unknown => (value === '' || value === false ? null : (value ?? null));

const own = texts({
  en: {
    title: 'Changed since you opened it',
    anyway: (act: string) => `${act} anyway`,
    keep: 'Keep and show it',
  },
  zh: {
    title: '打开本页之后，它已被修改',
    anyway: (act: string) => `仍要${act}`,
    keep: '保留并查看',
  },
});

/** `deleteOver` with the question of this page; the page shows the record anew when it stays. */
export function useDeleteOver() {
  const ask = useQuestion();
  const t = useTexts(own);
  const describe = inject(changeWords);
  if (!describe) throw new Error('nothing describes changes');
  return (record: DeletedRecord): Promise<boolean> =>
    deleteOver(record, async (changed) =>
      ask({
        title: t.value.title,
        content: await describe(record, changed),
        confirm: t.value.anyway(record.act),
        refuse: t.value.keep,
        destructive: true,
      }),
    );
}
