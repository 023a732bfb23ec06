import { setTimeout as pause } from 'node:timers/promises';
import type { StreamEvent } from '../../../contract/events.ts';
import { explained } from '../../kit/explained.ts';
import { Fault, stopReason } from '../../kit/fault.ts';
import { sha256 } from '../../kit/ids.ts';
import { shareAnswer, type SharedAnswer } from './shared-answer.ts';

/** Answers that go on for a short time after their reader has left, and can be read again by whoever knows their key. */
export interface ResumableAnswers extends AsyncDisposable {
  /** Answers for a client. Without a key, or without room, the answer ends when the client leaves. */
  begin(client: Client, run: (signal: AbortSignal) => AsyncIterable<StreamEvent>): AsyncIterable<StreamEvent>;
  /** An answer from its beginning. Throws the Fault `gone` when there is none under this key. */
  resume(key: string, signal: AbortSignal): AsyncIterable<StreamEvent>;
  /** Ends an answer; false when there is none under this key. */
  stop(key: string): boolean;
}

interface Client {
  readonly key: string | undefined;
  readonly address: string;
  readonly signal: AbortSignal;
}

interface Kept {
  readonly address: string;
  readonly answer: SharedAnswer;
  timer?: NodeJS.Timeout;
}

/** Times in milliseconds: what an answer goes on without a reader, and what it is kept after its end. */
export interface ResumableOptions {
  readonly graceMs?: number;
  readonly keptMs?: number;
}

/** Maximum of answers kept in memory: in all, and of one address. */
const mostKept = 500;
const mostOfAddress = 8;
/** How long a service that stops waits for the ends of answers that nobody reads, in milliseconds. */
const endingMs = 2_000;

/** They are in the memory of this process alone: what another replica has answered is gone here. */
export function createResumableAnswers({
  graceMs = 20_000,
  keptMs = 120_000,
}: ResumableOptions = {}): ResumableAnswers {
  /** By the hash of the key, the oldest first. */
  const kept = new Map<string, Kept>();

  function forget(name: string): void {
    clearTimeout(kept.get(name)?.timer);
    kept.delete(name);
  }

  /** True when one more answer of an address can be kept, for which its oldest complete ones are given up. */
  function hasRoom(address: string): boolean {
    const own = [...kept].filter(([, each]) => each.address === address);
    return giveUp(own, mostOfAddress) && giveUp([...kept], mostKept);
  }

  function giveUp(among: readonly (readonly [string, Kept])[], most: number): boolean {
    if (among.length < most) return true;
    const oldest = among.find(([, { answer }]) => answer.isOver);
    if (oldest) forget(oldest[0]);
    return oldest !== undefined;
  }

  return {
    async *begin({ key, address, signal }, run) {
      const name = key === undefined ? undefined : sha256(key);
      if (name === undefined || kept.has(name) || !hasRoom(address)) return yield* run(signal);
      const answer = shareAnswer({
        run,
        graceMs,
        ended(isWhole) {
          const mine = kept.get(name);
          if (mine?.answer !== answer) return;
          if (isWhole) mine.timer = setTimeout(forget, keptMs, name).unref();
          else forget(name);
        },
      });
      kept.set(name, { address, answer });
      yield* answer.read(signal);
    },

    resume(key, signal) {
      const found = kept.get(sha256(key));
      if (!found) throw new Fault('gone', explained('answer_gone'));
      return found.answer.read(signal);
    },

    stop(key) {
      const name = sha256(key);
      const found = kept.get(name);
      if (!found || found.answer.isOver) return false;
      found.answer.stop();
      forget(name);
      return true;
    },

    async [Symbol.asyncDispose]() {
      const running = [...kept.values()].filter(({ answer }) => !answer.isOver);
      for (const { answer } of running) answer.stop(stopReason());
      // Their logs are written at their end.
      const ends = Promise.all(running.map(({ answer }) => answer.over));
      await Promise.race([ends, pause(endingMs, undefined, { ref: false })]);
      for (const name of kept.keys()) forget(name);
    },
  };
}
