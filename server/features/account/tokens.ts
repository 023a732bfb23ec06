import { instantOf, minuteMs } from '../../kit/calendar.ts';
import { accountLimits, type AccessToken, type TokenScope } from '../../../contract/account.ts';
import { explained } from '../../kit/explained.ts';
import { conflict, invalid, notFound } from '../../kit/fault.ts';
import { newId, newSecret, sha256 } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GivenToken } from './given-token.ts';
import type { AccountStore, TokenRow } from './store.ts';

/** Resolution of the time of last use, so that a busy program does not cause a write per request. */
const lastUseStepMs = minuteMs;

/** A token to be created. */
export interface NewToken {
  readonly name: string;
  readonly scope: TokenScope;
  /** ISO-8601 instant; `''` for no end. */
  readonly expiresAt: string;
}

/** Access tokens for programs: the initial one and those created in the console. */
export function createTokens(deps: {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly given: Pick<GivenToken, 'isInForce'>;
}) {
  const { store, clock, given } = deps;
  return {
    /** Owner of a token (`operator` or `token:<id>`) and its scope; `undefined` when it is unknown or has ended. */
    async ownerOf(token: string): Promise<{ readonly id: string; readonly scope: TokenScope } | undefined> {
      if (await given.isInForce(token)) return { id: 'operator', scope: 'admin' };
      const row = await store.tokenByHash(sha256(token));
      const now = clock.now();
      if (!row || (row.expires_at !== null && row.expires_at <= now)) return undefined;
      if (now - (row.last_used_at ?? 0) >= lastUseStepMs) await store.touchToken(row.id, now);
      return { id: `token:${row.id}`, scope: row.scope };
    },

    list: async (): Promise<AccessToken[]> => (await store.tokens()).map(shown),

    /** Creates a token. Throws `conflict` when there are too many, `invalid` when it would have ended already. */
    async create({ name, scope, expiresAt }: NewToken): Promise<AccessToken & { readonly token: string }> {
      const end = expiresAt === '' ? null : Date.parse(expiresAt);
      if (end !== null && end <= clock.now()) throw invalid(explained('token_end_past'));
      const token = `docent_${newSecret()}`;
      const row: TokenRow = {
        id: newId(),
        name,
        hash: sha256(token),
        hint: token.slice(-4),
        created_at: clock.now(),
        last_used_at: null,
        scope,
        expires_at: end,
      };
      if (await store.addToken(row, accountLimits.tokens)) return { ...shown(row), token };
      throw conflict(explained('tokens_full', { count: accountLimits.tokens }));
    },

    /** Deletes a token; resolves with what it was. Throws `not-found`. */
    async delete(id: string): Promise<AccessToken> {
      const row = await store.deleteToken(id);
      if (!row) throw notFound('Token');
      return shown(row);
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

const shown = (row: TokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  createdAt: instantOf(row.created_at),
  lastUsedAt: instantOf(row.last_used_at),
  scope: row.scope,
  expiresAt: instantOf(row.expires_at),
});
