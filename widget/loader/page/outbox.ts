import type { Panel } from '../../chat/panel-parts.ts';

/** What scripts of the page want of the conversation, kept until it can be given to a panel. */
export interface Outbox {
  /** Asks through the panel when no answer is running. One question runs, one waits; one more is rejected. */
  ask<T>(send: (panel: Panel) => Promise<T>): Promise<T>;
  /** Goes to the panel as soon as there is one; `waits` until no answer is running. */
  hand(send: (panel: Panel) => unknown, waits?: boolean): Promise<void>;
  /** The panel that takes what comes; `undefined` while there is none. */
  give(panel: Panel | undefined): void;
  /** Rejects what is not sent yet. */
  cancel(reason: string): void;
  /** Rejects everything from now on with a reason; without one, takes again. */
  refuse(reason?: string): void;
}

interface Item {
  readonly isQuestion: boolean;
  readonly send: (panel: Panel) => unknown;
  readonly done: (result: never) => void;
  readonly fail: (error: unknown) => void;
  isSent: boolean;
}

/** The reason why a question was not asked when its window was closed. */
export const closedFirst = 'The question was not asked: the chat was closed first.';

/** One question that is being answered and one that waits. */
const mostQuestions = 2;

export function createOutbox(): Outbox {
  let inTurn: Item[] = [];
  let atOnce: Item[] = [];
  let panel: Panel | undefined;
  let refusal: string | undefined;
  let isWorking = false;

  function add<T>(send: (panel: Panel) => unknown, kind: 'question' | 'in turn' | 'at once'): Promise<T> {
    const said = new Promise<T>((done, fail) => {
      const item: Item = { isQuestion: kind === 'question', send, done, fail, isSent: false };
      if (refusal !== undefined) return fail(new Error(refusal));
      if (kind === 'at once') return void atOnce.push(item);
      if (item.isQuestion && inTurn.filter((each) => each.isQuestion).length >= mostQuestions)
        return fail(new Error('The question was not taken: another one is already waiting.'));
      inTurn.push(item);
    });
    void work();
    return said;
  }

  async function work(): Promise<void> {
    if (panel) for (const item of atOnce.splice(0)) void deliver(item, panel);
    if (isWorking) return;
    isWorking = true;
    for (let item = inTurn[0]; panel && item; item = inTurn[0]) {
      const taker: Panel = panel;
      await taker.idle();
      // Meanwhile the chat may have been closed or drawn anew.
      if (inTurn[0] !== item || panel !== taker) continue;
      await deliver(item, taker);
      inTurn.shift();
    }
    isWorking = false;
  }

  async function deliver(item: Item, taker: Panel): Promise<void> {
    item.isSent = true;
    try {
      item.done((await item.send(taker)) as never);
    } catch (error) {
      item.fail(error);
    }
  }

  function cancel(reason: string): void {
    const taken = [...inTurn, ...atOnce].filter(({ isSent }) => !isSent);
    inTurn = inTurn.filter(({ isSent }) => isSent);
    atOnce = [];
    for (const { fail } of taken) fail(new Error(reason));
  }

  return {
    ask: (send) => add(send, 'question'),
    hand: (send, waits = false) => add(send, waits ? 'in turn' : 'at once'),
    give(next) {
      panel = next;
      void work();
    },
    cancel,
    refuse(reason) {
      refusal = reason;
      if (reason !== undefined) cancel(reason);
    },
  };
}
