import { isDatabaseUnavailable } from '../../../kit/database.ts';
import type { CallPurpose, Models } from '../../../ports/models.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isBuiltin } from '../../../kit/model-named.ts';
import { realName } from '../model-names.ts';
import { explained } from '../../../kit/explained.ts';
import { Fault, isFault } from '../../../kit/fault.ts';
import type { BudgetStore } from '../store/budgets.ts';
import { createBudget, type Exhausted } from './budget.ts';
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
   * Throws `limited` (`model-tokens` or `daily-cost`) early when a daily ceiling of a chat model is reached; `''` for the
   * default model. The refusal is recorded under `purpose`.
   */
  checkModel(model: string, purpose?: CallPurpose): Promise<void>;
  /** Counts one search of any kind for a client address. Throws `limited` (`visitor-searches`) with the seconds to wait. */
  search(address: string): Promise<void>;
  /** Counts a conversation that a client address shares or opens. Throws `limited` after very many in an hour. */
  sharing(address: string): Promise<void>;
  /** Counts one answer that costs nothing, such as small talk. Throws `limited` (`visitor-hourly`) after very many in an hour. */
  freeAnswer(address: string): Promise<void>;
}

export function createLimits(
  deps: ClientLimitDeps & {
    readonly ledger: Ledger;
    readonly budgets: BudgetStore;
    readonly models: Pick<Models, 'defaultOf' | 'list'>;
    /** Configured chat model, `''` for the default. */
    readonly chatModel: () => Promise<string>;
  },
): Limits {
  const { ledger, models, clock, saved, networksOf } = deps;
  const budget = { store: deps.budgets, clock, networksOf };
  const searches = createBudget({ ...budget, name: 'search', refusal: searchRefusal });
  const freeAnswers = createBudget({ ...budget, name: 'free-answer', refusal: freeAnswerRefusal });
  const shares = createBudget({ ...budget, name: 'share', refusal: shareRefusal });
  return {
    sharing: (address) =>
      unlessAway(async () => {
        const { isWhitelisted } = await saved.current();
        if (!isWhitelisted(address)) await shares.take(address, sharesOfAddress);
      }),
    search: (address) =>
      unlessAway(async () => {
        const { visitor, isWhitelisted } = await saved.current();
        if (isWhitelisted(address)) return;
        await searches.take(address, {
          perMinute: visitor.searchesPerMinute,
          perHour: visitor.searchesPerHour,
        });
      }),
    freeAnswer: (address) =>
      unlessAway(async () => {
        const { isWhitelisted } = await saved.current();
        if (!isWhitelisted(address))
          await freeAnswers.take(address, { perMinute: 0, perHour: freeAnswersPerHour });
      }),
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

/** Counts unless the database is unavailable, locked or full; free answers continue meanwhile. */
async function unlessAway(count: () => Promise<void>): Promise<void> {
  try {
    await count();
  } catch (error) {
    if (!isFault(error, 'unavailable')) throw error;
  }
}

/** Maximum of free answers per address and hour: far more than anyone needs, but limited since each may be logged. */
const freeAnswersPerHour = 300;

/** Shared conversations that an address may make, end and open: a class that opens one together is within it, a search for ids is not. */
const sharesOfAddress = { perMinute: 60, perHour: 300 };

const shareRefusal = ({ allowed, seconds }: Exhausted) =>
  new Fault('limited', explained('shares_of_hour', { minutes: Math.ceil(seconds / 60) }), {
    allowed,
    used: allowed,
    retryAfterSeconds: seconds,
  });

const searchRefusal = ({ window, allowed, seconds }: Exhausted) =>
  new Fault(
    'limited',
    window === 'minute'
      ? explained('searches_of_minute', { allowed, seconds })
      : explained('searches_of_hour', { allowed, minutes: Math.ceil(seconds / 60) }),
    { limit: 'visitor-searches', allowed, used: allowed, retryAfterSeconds: seconds },
  );

const freeAnswerRefusal = ({ allowed, seconds }: Exhausted) =>
  new Fault('limited', explained('answers_of_hour', { allowed }), {
    limit: 'visitor-hourly',
    allowed,
    used: allowed,
    retryAfterSeconds: seconds,
  });
