import type { AccountAccess } from '../../../contract/account.ts';
import { explained } from '../../kit/explained.ts';
import { conflict } from '../../kit/fault.ts';
import { newSecret, sha256 } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { sameSecret } from '../../kit/ids.ts';
import type { AccountStore } from './store.ts';

/** The initial token: the operator's own, or one that Docent generated. */
export interface GivenToken {
  /** True for the token in force. */
  isInForce(token: string): Promise<boolean>;
  /** State of the generated token. */
  state(): Promise<AccountAccess['generatedToken']>;
  /**
   * Replaces the generated token and returns the new value once. Throws `conflict` when the operator has set a token.
   */
  renew(): Promise<{ readonly token: string; readonly hint: string }>;
  /** Revokes the generated token. Throws `conflict` when the operator has set a token. */
  revoke(): Promise<void>;
}

export function createGivenToken(deps: {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly value: string | undefined;
  readonly isGenerated: boolean;
}): GivenToken {
  const { store, clock, log, value, isGenerated } = deps;

  const replace = async (hash: string, hint: string) => {
    if (!isGenerated) throw conflict(explained('token_none'));
    await store.replaceGeneratedToken({ hash, hint, changed_at: clock.now() });
  };

  return {
    async isInForce(token) {
      if (!isGenerated) return value !== undefined && sameSecret(token, value);
      const replaced = await store.generatedToken();
      if (replaced) return replaced.hash !== '' && replaced.hash === sha256(token);
      return value !== undefined && sameSecret(token, value);
    },

    async state() {
      if (!isGenerated) return { state: 'none', hint: '', changedAt: '' };
      const replaced = await store.generatedToken();
      if (!replaced) return { state: 'active', hint: value?.slice(-4) ?? '', changedAt: '' };
      return {
        state: replaced.hash === '' ? 'revoked' : 'renewed',
        hint: replaced.hint,
        changedAt: new Date(replaced.changed_at).toISOString(),
      };
    },

    async renew() {
      const token = `docent_${newSecret()}`;
      const hint = token.slice(-4);
      await replace(sha256(token), hint);
      log.info({}, 'the generated administrator token has been renewed');
      return { token, hint };
    },

    async revoke() {
      await replace('', '');
      log.info({}, 'the generated administrator token has been revoked');
    },
  };
}
