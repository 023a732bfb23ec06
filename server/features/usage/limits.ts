import type { CallPurpose, Models } from '../../ports/models.ts';
import type { Ledger } from './ledger.ts';
import { realName } from './model-names.ts';
import { admit, type Admission, type VisitorDeps } from './visitors.ts';

/** The limits as they are asked at the door, before an answer spends anything. */
export interface Limits {
  /**
   * Takes one answer from what a client address may have. Throws `limited` (`visitor-hourly` or `visitor-daily`) with
   * the seconds to wait; the returned admission can be given back when no model was needed.
   */
  admit(address: string): Promise<Admission>;
  /**
   * Refuses early what the meter would refuse: throws `limited` (`model-tokens`) when the daily ceiling of a chat
   * model is reached; `''` is the default model. The refusal is recorded under `purpose`.
   */
  checkModel(model: string, purpose?: CallPurpose): Promise<void>;
}

export function createLimits(
  deps: VisitorDeps & { readonly ledger: Ledger; readonly models: Pick<Models, 'defaultOf'> },
): Limits {
  return {
    admit: (address) => admit(deps, address),
    checkModel: (model, { scenario, logId } = { scenario: 'visitor_qa' }) =>
      deps.ledger.check({
        kind: 'chat',
        model: realName(deps.models, 'chat', model),
        scenario,
        ...(logId === undefined ? {} : { logId }),
      }),
  };
}
