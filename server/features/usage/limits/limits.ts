import { isDatabaseUnavailable } from '../../../kit/database.ts';
import type { CallPurpose, Models } from '../../../ports/models.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isBuiltin } from '../../../kit/model-named.ts';
import { realName } from '../model-names.ts';
import { reserveAnswer, free, type Admission, type ClientLimitDeps } from './client-limit.ts';

/** Limits checked before an answer costs anything. */
export interface Limits {
  /**
   * Counts one answer for a client address. Throws `limited` (`visitor-hourly` or `visitor-daily`) with the seconds to
   * wait; the result can be refunded when no model was needed. During an outage of the database only built-in models,
   * which are free, may answer.
   */
  reserve(address: string): Promise<Admission>;
  /**
   * Throws `limited` (`model-tokens`) early when the daily ceiling of a chat model is reached; `''` for the default
   * model. The refusal is recorded under `purpose`.
   */
  checkModel(model: string, purpose?: CallPurpose): Promise<void>;
}

export function createLimits(
  deps: ClientLimitDeps & {
    readonly ledger: Ledger;
    readonly models: Pick<Models, 'defaultOf' | 'list'>;
    /** Configured chat model, `''` for the default. */
    readonly chatModel: () => Promise<string>;
  },
): Limits {
  const { ledger, models } = deps;
  return {
    async reserve(address) {
      try {
        return await reserveAnswer(deps, address);
      } catch (error) {
        if (isDatabaseUnavailable(error) && isBuiltin(models, 'chat', await deps.chatModel())) return free;
        throw error;
      }
    },
    async checkModel(model, { scenario, logId } = { scenario: 'visitor_qa' }) {
      const call = { kind: 'chat', model: realName(models, 'chat', model), scenario } as const;
      try {
        await ledger.check({ ...call, ...(logId === undefined ? {} : { logId }) });
      } catch (error) {
        if (!isDatabaseUnavailable(error) || !isBuiltin(models, 'chat', model)) throw error;
      }
    },
  };
}
