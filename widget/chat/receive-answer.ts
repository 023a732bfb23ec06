import type { Frame } from '../../contract/frames.ts';
import { receive, type Conversation } from './conversation.ts';

export interface ReceivingDeps {
  readonly conversation: () => Conversation;
  readonly become: (next: Conversation) => void;
  /** Runs a task before the next paint; frames that arrive until then are applied together. */
  readonly beforePaint: (task: () => void) => void;
  readonly now: () => number;
}

/** Applies the frames of an answer. */
export interface Frames {
  add(frames: readonly Frame[]): void;
  /** Applies what waits for the next paint. */
  flush(): void;
}

/** Frames are applied to a turn before the next paint, so that a fast stream causes one change per paint. */
export function framesFor(id: number, { conversation, become, beforePaint, now }: ReceivingDeps): Frames {
  let waiting: Frame[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const frames = waiting;
    waiting = [];
    become(receive(conversation(), id, frames, now()));
  };
  const add = (frames: readonly Frame[]) => {
    if (waiting.length === 0) beforePaint(flush);
    waiting.push(...frames);
  };
  return { add, flush };
}
