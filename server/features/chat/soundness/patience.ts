import type { StreamEvent } from '../../../../contract/events.ts';
import { explained } from '../../../kit/explained.ts';
import { Fault, isFault } from '../../../kit/fault.ts';
import type { ChatPart } from '../../../ports/models.ts';

/** So long a visitor waits for the turn of the language model; then what is said without it comes. */
const longestWaitMs = 8_000;

const busyCode = 'MODEL_BUSY';

/** True where the model was not asked because others came first. */
export const isBusyModel = (error: unknown): boolean => isFault(error) && error.details.code === busyCode;

/** The patience of a visitor with a model that others use: ends the call when its turn is too far away, or does not come. */
export function createPatience(signal: AbortSignal, isBounded: boolean, mostMs = longestWaitMs) {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let ended: Fault | undefined;
  const give = (ahead: number) => {
    ended = new Fault('upstream', explained('model_busy', { ahead }), { code: busyCode });
    over.abort(ended);
  };
  return {
    /** Aborted when patience is over. */
    signal: AbortSignal.any([signal, over.signal]),
    get ended() {
      return ended;
    },
    /** Takes a part about the turn; returns the event that tells it. Throws the Fault `upstream` when the wait would be too long. */
    wait({ ahead, expectedMs }: Extract<ChatPart, { type: 'turn' }>): StreamEvent {
      clearTimeout(timer);
      const told = { event: 'progress', data: { stage: 'model_queue', ahead } } as const;
      if (!isBounded || ahead === 0) return told;
      if (expectedMs > mostMs) {
        give(ahead);
        over.signal.throwIfAborted();
      }
      timer = setTimeout(give, mostMs, ahead);
      return told;
    },
    end: () => clearTimeout(timer),
  };
}
