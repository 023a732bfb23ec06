import { firstLimits, noLimits, UsageLimits } from '../../../../contract/usage/limits.ts';
import type { UsageLimitsPatch } from '../../../../contract/usage/limits.ts';
import type { Database } from '../../../kit/database.ts';
import { unavailable } from '../../../kit/fault.ts';
import { createLastKnown } from '../../../kit/last-known.ts';
import { createWhitelist } from './whitelist.ts';
import type { SettingsStore } from '../store/settings.ts';

/** The saved limits, with the whitelist ready to be asked. */
export interface CurrentLimits extends UsageLimits {
  readonly isWhitelisted: (address: string) => boolean;
}

/** The administrator's limits, kept at hand and read again after a save in any process. */
export interface SavedLimits {
  /** Throws `unavailable` when the stored value cannot be read: no limit is better guessed than known. */
  current(): Promise<CurrentLimits>;
  /** Merges; what is not named stays, a map of ceilings that is sent replaces the one before. */
  save(patch: UsageLimitsPatch): Promise<void>;
  close(): void;
}

const topic = 'usage-limits';
const setting = 'limits';

export function createSavedLimits(db: Database, store: SettingsStore): SavedLimits {
  const known = createLastKnown(async (): Promise<CurrentLimits> => {
    const saved = readLimits(await store.read(setting));
    if (!saved) throw unavailable('The stored usage limits cannot be read; save them again');
    return { ...saved, isWhitelisted: createWhitelist(saved.visitor.whitelist) };
  });
  const notices = db.subscribe(topic, known.outdated);

  return {
    current: known.read,
    async save(patch) {
      const merged = (saved: unknown) => mergeLimits(readLimits(saved) ?? firstLimits, patch);
      await store.change(setting, merged, { publish: topic });
      known.outdated();
    },
    close: () => notices.close(),
  };
}

/** Limits after a save: field by field, ceilings and the whitelist as a whole. */
function mergeLimits(saved: UsageLimits, patch: UsageLimitsPatch): UsageLimits {
  const ceilings = patch.chatModelLimits ?? saved.chatModelLimits;
  return {
    enabled: patch.enabled ?? saved.enabled,
    chatModelLimits: Object.fromEntries(Object.entries(ceilings).filter(([, tokens]) => tokens > 0)),
    visitor: { ...saved.visitor, ...patch.visitor },
  };
}

/** Fields that an older version did not store limit nothing; `undefined` for what is no limits object. */
function readLimits(value: unknown): UsageLimits | undefined {
  if (value === undefined || value === null) return firstLimits;
  const parsed = UsageLimits.safeParse({ ...noLimits, ...value });
  return parsed.success ? parsed.data : undefined;
}
