import { noLimits, UsageLimits } from '../../../contract/usage-limits.ts';
import type { UsageLimitsPatch } from '../../../contract/usage-limits.ts';
import type { Database } from '../../kit/database.ts';
import { unavailable } from '../../kit/fault.ts';
import { createWhitelist } from './address.ts';
import type { SettingsStore } from './store/settings.ts';

/** The saved limits, with the whitelist ready to be asked. */
export interface CurrentLimits extends UsageLimits {
  readonly isWhitelisted: (address: string) => boolean;
}

/** The administrator's limits, kept at hand and read again after a save in any process. */
export interface SavedLimits {
  /** Throws `unavailable` when the stored value cannot be read: no limit is better guessed than known. */
  current(): Promise<CurrentLimits>;
  /** Merges; what is not named stays, a ceiling of 0 is removed. */
  save(patch: UsageLimitsPatch): Promise<void>;
  close(): void;
}

const topic = 'usage-limits';
const setting = 'limits';

export function createSavedLimits(db: Database, store: SettingsStore): SavedLimits {
  let known: Promise<CurrentLimits> | undefined;
  const notices = db.subscribe(topic, () => (known = undefined));

  const load = async (): Promise<CurrentLimits> => {
    const saved = readLimits(await store.read(setting));
    if (!saved) throw unavailable('The stored usage limits cannot be read; save them again');
    return { ...saved, isWhitelisted: createWhitelist(saved.visitor.whitelist) };
  };

  return {
    current() {
      const loading = (known ??= load());
      loading.catch(() => (known = undefined));
      return loading;
    },
    async save(patch) {
      await store.change(setting, (saved) => mergeLimits(readLimits(saved) ?? noLimits, patch));
      known = undefined;
      await db.publish(topic);
    },
    close: () => notices.close(),
  };
}

/** Limits after a save: field by field, ceilings model by model, the whitelist as a whole. */
export function mergeLimits(saved: UsageLimits, patch: UsageLimitsPatch): UsageLimits {
  const ceilings = { ...saved.chatModelLimits, ...patch.chatModelLimits };
  return {
    enabled: patch.enabled ?? saved.enabled,
    chatModelLimits: Object.fromEntries(Object.entries(ceilings).filter(([, tokens]) => tokens > 0)),
    visitor: { ...saved.visitor, ...patch.visitor },
  };
}

/** Fields that an older version did not store have their defaults; `undefined` for what is no limits object. */
function readLimits(value: unknown): UsageLimits | undefined {
  if (value === undefined || value === null) return noLimits;
  const parsed = UsageLimits.safeParse({ ...noLimits, ...value });
  return parsed.success ? parsed.data : undefined;
}
