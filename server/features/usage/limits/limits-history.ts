import { differencesOf, isSame } from '../../../../contract/config/conflicts.ts';
import type { UsageLimits, UsageLimitsPatch } from '../../../../contract/usage/limits.ts';
import { changedMeanwhile } from '../../../kit/records/saved-record.ts';
import type { FormerValues } from '../../config/config.ts';
import type { NewChange } from '../../changes/changes.ts';
import type { SavedLimits } from './saved-limits.ts';

/** Saves limits with an entry in the list of changes, and takes such a change back. */
export interface LimitsHistory {
  save(patch: UsageLimitsPatch, by: string): Promise<void>;
  /** Saves the values from before a change again. Throws `stale` for those that were changed since, unless forced. */
  restore(change: RecordedLimits, how: { readonly by: string; readonly force: boolean }): Promise<void>;
}

/** A recorded change of the limits; a side without a field had no such ceiling. */
interface RecordedLimits extends Pick<FormerValues, 'before'> {
  readonly after: Readonly<Record<string, unknown>>;
}

export function createLimitsHistory(
  saved: SavedLimits,
  record: (change: NewChange) => Promise<void> = async () => {},
): LimitsHistory {
  const save = async (patch: UsageLimitsPatch, by: string, action: 'save' | 'undo' = 'save') => {
    const before = limitFields(await saved.current());
    await saved.save(patch);
    const changed = differencesOf(before, limitFields(await saved.current()));
    if (Object.keys(changed.after).length > 0)
      await record({ area: 'limits', action, subject: '', by, ...changed });
  };
  return {
    save: (patch, by) => save(patch, by),
    async restore({ before, after }, { by, force }) {
      const current = await saved.current();
      const now = limitFields(current);
      const names = Object.keys({ ...before, ...after });
      const conflicts = names.filter((name) => !isSame(now[name], after[name]));
      if (!force && conflicts.length > 0)
        throw changedMeanwhile(
          conflicts.map((name) => ({
            path: `limits.${name}`,
            revision: current.revision,
            yours: before[name] ?? null,
            theirs: now[name] ?? null,
          })),
        );
      const former = limitsOf({ ...now, ...Object.fromEntries(names.map((name) => [name, before[name]])) });
      await save({ ...former, basedOn: current.revision }, by, 'undo');
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

const ceilingName = 'ceiling: ';

/** The limits as flat fields. */
function limitFields({ enabled, chatModelLimits, dailyCostLimit, visitor }: UsageLimits): Fields {
  const { whitelist, enabled: visitorLimits, ...visitors } = visitor;
  const ceilings = Object.entries(chatModelLimits).map(([model, tokens]) => [ceilingName + model, tokens]);
  return {
    ceilings: enabled,
    ...Object.fromEntries(ceilings),
    dailyCostLimit,
    visitorLimits,
    ...visitors,
    whitelist: whitelist.join(', '),
  };
}

/** The limits of flat fields; a field that is missing or unreadable changes nothing. */
function limitsOf({ ceilings, visitorLimits, dailyCostLimit, whitelist, ...rest }: Fields): UsageLimitsPatch {
  const numbers = Object.entries(rest).filter((entry): entry is [string, number] => isNumber(entry[1]));
  const isCeiling = ([name]: readonly [string, number]) => name.startsWith(ceilingName);
  const visitors = Object.fromEntries(numbers.filter((entry) => !isCeiling(entry)));
  return {
    ...(typeof ceilings === 'boolean' && { enabled: ceilings }),
    chatModelLimits: Object.fromEntries(
      numbers.filter(isCeiling).map(([name, tokens]) => [name.slice(ceilingName.length), tokens]),
    ),
    ...(isNumber(dailyCostLimit) && { dailyCostLimit }),
    visitor: {
      ...visitors,
      ...(typeof visitorLimits === 'boolean' && { enabled: visitorLimits }),
      ...(typeof whitelist === 'string' && { whitelist: whitelist.split(', ').filter(Boolean) }),
    },
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
