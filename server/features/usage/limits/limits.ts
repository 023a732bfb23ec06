import { isDatabaseUnavailable } from '../../../kit/database.ts';
import type { CallPurpose, Models } from '../../../ports/models.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isBuiltin, realName } from '../model-names.ts';
import { reserveAnswer, free, type Admission, type ClientLimitDeps } from './client-limit.ts';

/** The limits as they are asked at the door, before an answer spends anything. */
export interface Limits {
  /**
   * Takes one answer from what a client address may have. Throws `limited` (`visitor-hourly` or `visitor-daily`) with
   * the seconds to wait; the returned admission can be given back when no model was needed. During an outage of the
   * database, where nothing can be counted, answers are given only by a built-in model, which costs nothing.
   */
  reserve(address: string): Promise<Admission>;
  /**
   * Refuses early what the meter would refuse: throws `limited` (`model-tokens`) when the daily ceiling of a chat
   * model is reached; `''` is the default model. The refusal is recorded under `purpose`.
   */
  checkModel(model: string, purpose?: CallPurpose): Promise<void>;
}

export function createLimits(
  deps: ClientLimitDeps & {
    readonly ledger: Ledger;
    readonly models: Pick<Models, 'defaultOf' | 'list'>;
    /** The saved name of the chat model, `''` for the default. */
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
