import { inject, onScopeDispose, type InjectionKey } from 'vue';
import { z } from 'zod';
import { fieldOf, mergedRows, SettingConflict } from '../../../contract/config/conflicts.ts';
import { ApiError } from '../../api/call.ts';

export type Side = 'yours' | 'theirs';

/** The chosen side of each conflict by its path, and of each row by path and key. */
export type Choices = Readonly<Record<string, Side>>;

/** The settings that somebody else has saved meanwhile, of a refused save; empty for every other error. */
export function conflictsIn(error: unknown): readonly SettingConflict[] {
  if (!(error instanceof ApiError)) return [];
  return z.array(SettingConflict).safeParse(error.fields['conflicts']).data ?? [];
}

/** The fields as somebody else has saved them. */
export const theirsIn = (conflicts: readonly SettingConflict[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(conflicts.map((one) => [fieldOf(one), one.theirs]));

/** Name of a row's choice. */
export const rowName = ({ path }: SettingConflict, key: string): string => `${path}\n${key}`;

/**
 * The values to save, by field: one side, or both sides put together. Yours where nothing is chosen. Of a secret your own
 * stays with the form, and theirs is kept by sending none.
 */
export function resolved(
  conflicts: readonly SettingConflict[],
  choices: Choices,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    conflicts.flatMap((conflict) => {
      const field = fieldOf(conflict);
      if (conflict.secret) return choices[conflict.path] === 'theirs' ? [[field, undefined]] : [];
      const rows = conflict.rows?.map(
        ({ key }) => [key, choices[rowName(conflict, key)] ?? 'yours'] as const,
      );
      if (rows) return [[field, mergedRows(conflict, Object.fromEntries(rows))]];
      return [[field, choices[conflict.path] === 'theirs' ? conflict.theirs : conflict.yours]];
    }),
  );
}

/** Shows conflicts, with `names` as labels of fields that are no settings; resolves with the values to save, or with nothing when the person wants to go on editing. */
export type Resolve = (
  conflicts: readonly SettingConflict[],
  signal: AbortSignal,
  names?: Readonly<Record<string, string>>,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** Provided by `conflict-host.vue`. */
export const resolves: InjectionKey<Resolve> = Symbol('resolves');

/** The one way to settle what two people have saved. It goes away with the part that asks. */
export function useConflicts() {
  const resolve = inject(resolves);
  if (!resolve) throw new Error('nothing here settles conflicts');
  const gone = new AbortController();
  onScopeDispose(() => gone.abort());
  return (conflicts: readonly SettingConflict[], names?: Readonly<Record<string, string>>) =>
    resolve(conflicts, gone.signal, names);
}
