import { explained } from '../../../../kit/explained.ts';
import { isFault, unavailable, type Fault } from '../../../../kit/fault.ts';
import { yieldToEventLoop } from '../../../../work/event-loop.ts';

/** Time limit of one call; a disk that has to start turning first takes some seconds. */
const limitMs = 5_000;
/** A disk that does not answer keeps the threads of its calls. Node has four, which also look up names, compress and read all other files. */
const mostAtOnce = 2;

/** Calls that a folder has not answered in time. */
interface Stuck {
  calls: number;
  readonly answers: PromiseWithResolvers<void>;
}

/** A call that waits for its turn. */
interface Waiting {
  readonly root: string;
  readonly begin: () => void;
  readonly refuse: (reason: Fault) => void;
}

/** Limits the calls of folders that may be on a network: how long each is waited for, and how many there are at a time. */
export function createPatientDisk() {
  const stuck = new Map<string, Stuck>();
  let waiting: Waiting[] = [];
  let running = 0;

  /** True when a call would wait for a disk that does not answer. */
  const isRefused = (root: string): boolean =>
    stuck.has(root) || stuck.values().reduce((sum, { calls }) => sum + calls, 0) >= mostAtOnce;

  const turn = async (root: string): Promise<void> => {
    if (isRefused(root)) throw diskAway();
    if (running < mostAtOnce) running += 1;
    else await new Promise<void>((begin, refuse) => waiting.push({ root, begin, refuse }));
  };
  /** Gives the turn of a call that has ended to the next one. */
  const passOn = (): void => {
    const next = waiting.shift();
    if (next) next.begin();
    else running -= 1;
  };
  const noteStuck = (root: string): void => {
    const known = stuck.get(root) ?? { calls: 0, answers: Promise.withResolvers<void>() };
    known.calls += 1;
    stuck.set(root, known);
    const refused = waiting.filter((one) => isRefused(one.root));
    waiting = waiting.filter((one) => !refused.includes(one));
    for (const one of refused) one.refuse(diskAway());
  };
  const noteAnswer = (root: string): void => {
    const known = stuck.get(root);
    if (known === undefined) return;
    known.calls -= 1;
    if (known.calls > 0) return;
    stuck.delete(root);
    known.answers.resolve();
  };

  return {
    /**
     * Calls the file system for a folder. Rejects with the Fault `unavailable` when it takes too long, and from then on at once, until what is
     * stuck has been answered; `late` gets what comes then.
     */
    async fromDisk<T>(root: string, call: () => Promise<T>, late?: (result: T) => void): Promise<T> {
      await turn(root);
      const given = Promise.withResolvers<never>();
      let state: 'asked' | 'late' | 'answered' = 'asked';
      const giveUp = async () => {
        // An answer that arrived while this process was busy is read first.
        await yieldToEventLoop();
        if (state === 'answered') return;
        state = 'late';
        noteStuck(root);
        given.reject(diskAway());
      };
      const timer = setTimeout(() => void giveUp(), limitMs);
      const work = call();
      const settle = async () => {
        const answer = await work.then(
          (result) => ({ result }),
          () => undefined,
        );
        clearTimeout(timer);
        if (state === 'late') {
          noteAnswer(root);
          if (answer) late?.(answer.result);
        }
        state = 'answered';
        passOn();
      };
      void settle();
      return Promise.race([work, given.promise]);
    },
    /** True while calls are stuck, which the end of a process would wait for. */
    isDiskStuck: (): boolean => stuck.size > 0,
    /** Settles when a folder answers again; `undefined` while it does. */
    answersAgain: (root: string): Promise<void> | undefined => stuck.get(root)?.answers.promise,
  };
}

/** The one of this process, whose threads all folders share. */
export const { fromDisk, isDiskStuck, answersAgain } = createPatientDisk();

/** True for the error of a disk that does not answer, which says nothing of what is on it. */
export const isDiskAway = (error: unknown): boolean => isFault(error, 'unavailable');

const diskAway = () => unavailable(explained('file_slow'));
