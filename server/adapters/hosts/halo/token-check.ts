import { isRecent } from '../../../kit/calendar.ts';
import { explained, type ExplainedText } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import { roleOf, type HaloApi } from './api.ts';

/** Permissions of the operator's token. */
export interface TokenCheck {
  /** Asks Halo, at most every ten minutes; what Halo cannot answer stays unknown. */
  look(signal: AbortSignal): Promise<void>;
  /** Problem with the token; `undefined` when there is none, or before the first check. */
  readonly words: ExplainedText | undefined;
  /** True unless the token is known to lack the role for this kind of write. */
  may(kind: keyof typeof roleOf): boolean;
}

const againMs = 10 * 60_000;
const superRole = 'super-role';
/** The roles that are checked. The one for single pages is not: their excerpts are too rare to ask every owner for it. */
const wanted = [roleOf.posts, roleOf.attachments] as const;

export const createTokenCheck = (api: HaloApi, clock: Clock): TokenCheck => {
  let lookedAt = -Infinity;
  let words: ExplainedText | undefined;
  let missing: readonly string[] = [];

  const ask = async (signal: AbortSignal): Promise<void> => {
    const response = await api.call('/apis/api.console.halo.run/v1alpha1/users/-/permissions', {
      signal,
      urgent: true,
    });
    if ([301, 302, 303, 307, 308, 401, 403].includes(response.status)) {
      missing = wanted;
      words = explained('halo_token_refused');
      return;
    }
    const answer = record(jsonOf(response, 'The roles'));
    const named = [...list(answer['roles']), ...list(answer['permissions'])];
    const names = new Set(named.map((role) => text(record(record(role)['metadata'])['name'])));
    missing = names.has(superRole) ? [] : wanted.filter((role) => !names.has(role));
    words = missing.length === 0 ? undefined : explained('halo_token_lacks', { roles: missing.join(', ') });
  };

  return {
    async look(signal) {
      if (isRecent(lookedAt, againMs, clock.now())) return;
      lookedAt = clock.now();
      try {
        await ask(signal);
      } catch (error) {
        lookedAt = -Infinity;
        if (!isFault(error) && !signal.aborted) throw error;
      }
    },
    get words() {
      return words;
    },
    may: (kind) => !missing.includes(roleOf[kind]),
  };
};
