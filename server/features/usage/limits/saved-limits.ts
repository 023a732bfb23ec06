import {
  firstLimits,
  noLimits,
  UsageLimits,
  type UsageLimitsPatch,
} from '../../../../contract/usage/limits.ts';
import { recordConflicts } from '../../../../contract/config/conflicts.ts';
import type { Database } from '../../../kit/database.ts';
import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import { createLastKnown } from '../../../kit/last-known.ts';
import { changedMeanwhile, revisionOf } from '../../../kit/records/saved-record.ts';
import { createWhitelist } from './whitelist.ts';
import type { SettingsStore } from '../store/settings.ts';

/** Saved limits with the parsed whitelist. */
export interface CurrentLimits extends UsageLimits {
  readonly revision: number;
  readonly isWhitelisted: (address: string) => boolean;
}

/** Cache of the administrator's limits, invalidated by a save in any process. */
export interface SavedLimits {
  /** Throws `unavailable` when the stored value is unreadable, since limits must not be guessed. */
  current(): Promise<CurrentLimits>;
  /**
   * Merges; missing fields stay, a given map of ceilings replaces the old one. Throws `stale` when the limits have changed
   * since the revision on which the patch is based.
   */
  save(patch: UsageLimitsPatch): Promise<void>;
  close(): void;
}

const topic = 'usage-limits';
const setting = 'limits';

export function createSavedLimits(db: Database, store: SettingsStore): SavedLimits {
  const known = createLastKnown(async (): Promise<CurrentLimits> => {
    const saved = readLimits(await store.read(setting));
    if (!saved) throw unavailable(explained('limits_unreadable'));
    return { ...saved, revision: revisionOf(saved), isWhitelisted: createWhitelist(saved.visitor.whitelist) };
  });
  const notices = db.subscribe(topic, known.outdated);

  return {
    current: known.read,
    async save(patch) {
      const { basedOn, ...fields } = patch;
      const merged = (value: unknown) => {
        const saved = readLimits(value) ?? firstLimits;
        const next = mergeLimits(saved, fields);
        const revision = revisionOf(saved);
        const conflicts =
          basedOn === undefined || basedOn === revision
            ? []
            : recordConflicts('limits', revision, { ...next }, { ...saved });
        if (conflicts.length > 0) throw changedMeanwhile(conflicts);
        return next;
      };
      await store.change(setting, merged, { publish: topic });
      known.outdated();
    },
    close: () => notices.close(),
  };
}

/** Merges field by field; ceilings and whitelist as a whole. */
function mergeLimits(saved: UsageLimits, patch: UsageLimitsPatch): UsageLimits {
  const ceilings = patch.chatModelLimits ?? saved.chatModelLimits;
  return {
    enabled: patch.enabled ?? saved.enabled,
    chatModelLimits: Object.fromEntries(Object.entries(ceilings).filter(([, tokens]) => tokens > 0)),
    dailyCostLimit: patch.dailyCostLimit ?? saved.dailyCostLimit,
    visitor: { ...saved.visitor, ...patch.visitor },
  };
}

/** Missing fields (older versions) mean no limit; `undefined` for any other value. */
function readLimits(value: unknown): UsageLimits | undefined {
  if (value === undefined || value === null) return firstLimits;
  const parsed = UsageLimits.safeParse({ ...noLimits, ...value });
  return parsed.success ? parsed.data : undefined;
}
