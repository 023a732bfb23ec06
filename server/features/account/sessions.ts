import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../kit/calendar.ts';
import { newSecret, sha256 } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountStore, SessionRow } from './store.ts';

/** A session ends after this time without a request. */
const lifetimeMs = 14 * dayMs;
/** However often it is used, a session ends after this time. */
export const longestMs = 90 * dayMs;

/**
 * Browser sessions in the database, shared by all replicas. The cookie holds a random secret; the database holds its
 * hash, and a mark of the current password keyed by that secret. So a changed password ends all sessions, and the
 * database reveals neither the secret nor the password.
 */
export function createSessions(deps: {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** Identifies the current password, `undefined` when there is none. */
  readonly currentPassword: () => Promise<string | undefined>;
}) {
  const { store, clock, currentPassword } = deps;

  const find = async (secret: string | undefined): Promise<SessionRow | undefined> => {
    if (secret === undefined || !/^[\w-]{43}$/.test(secret)) return undefined;
    const row = await store.session(sha256(secret));
    if (!row || Math.min(row.expires_at, endOf(row)) <= clock.now()) return undefined;
    const password = await currentPassword();
    return password !== undefined && same(row.mark, markOf(secret, password)) ? row : undefined;
  };

  return {
    /** Opens a session; resolves with the secret for the cookie. */
    async open(): Promise<string> {
      const secret = newSecret();
      const now = clock.now();
      const mark = markOf(secret, (await currentPassword()) ?? '');
      await store.openSession({ hash: sha256(secret), mark, created_at: now, expires_at: now + lifetimeMs });
      return secret;
    },

    /**
     * True when the secret belongs to an open session. Each use extends the session; that is saved at most once a day.
     */
    async isOpen(secret: string | undefined): Promise<boolean> {
      const row = await find(secret);
      if (!row) return false;
      const expiresAt = Math.min(clock.now() + lifetimeMs, endOf(row));
      if (expiresAt - row.expires_at > dayMs) await store.prolongSession(row.hash, expiresAt);
      return true;
    },

    async close(secret: string | undefined): Promise<void> {
      if (secret !== undefined) await store.closeSession(sha256(secret));
    },

    /** The session rebound to another password; `undefined` when it is not open. */
    async under(
      secret: string | undefined,
      password: string,
    ): Promise<Pick<SessionRow, 'hash' | 'mark'> | undefined> {
      const row = await find(secret);
      return row && secret !== undefined ? { hash: row.hash, mark: markOf(secret, password) } : undefined;
    },
  };
}

const endOf = ({ created_at }: Pick<SessionRow, 'created_at'>): number => created_at + longestMs;

export type Sessions = ReturnType<typeof createSessions>;

const markOf = (secret: string, password: string) =>
  createHmac('sha256', secret).update(password).digest('hex');

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
