import { instantOf } from '../../kit/calendar.ts';
import { accountLimits, type AccessToken } from '../../../contract/account.ts';
import { explained } from '../../kit/explained.ts';
import { conflict, notFound } from '../../kit/fault.ts';
import { newId, newSecret, sha256 } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GivenToken } from './given-token.ts';
import type { AccountStore, TokenRow } from './store.ts';

/** Resolution of the time of last use, so that a busy program does not cause a write per request. */
const minuteMs = 60_000;

/** Access tokens for programs: the initial one and those created in the console. */
export function createTokens(deps: {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly given: Pick<GivenToken, 'isInForce'>;
}) {
  const { store, clock, given } = deps;
  return {
    /** Owner of a token: `operator`, `token:<id>`, or `undefined` when it is unknown. */
    async ownerOf(token: string): Promise<string | undefined> {
      if (await given.isInForce(token)) return 'operator';
      const row = await store.tokenByHash(sha256(token));
      if (!row) return undefined;
      const now = clock.now();
      if (now - (row.last_used_at ?? 0) >= minuteMs) await store.touchToken(row.id, now);
      return `token:${row.id}`;
    },

    list: async (): Promise<AccessToken[]> => (await store.tokens()).map(shown),

    /** Creates a token. Throws `conflict` when there are too many. */
    async create(name: string): Promise<AccessToken & { readonly token: string }> {
      const token = `docent_${newSecret()}`;
      const row: TokenRow = {
        id: newId(),
        name,
        hash: sha256(token),
        hint: token.slice(-4),
        created_at: clock.now(),
        last_used_at: null,
      };
      if (await store.addToken(row, accountLimits.tokens)) return { ...shown(row), token };
      throw conflict(explained('tokens_full', { count: accountLimits.tokens }));
    },

    /** Throws `not-found`. */
    async delete(id: string): Promise<void> {
      if (!(await store.deleteToken(id))) throw notFound('Token');
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
});
