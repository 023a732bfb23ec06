import { inject, onScopeDispose, type InjectionKey } from 'vue';

/** Asked before something is done that costs or cannot be taken back. */
export interface Confirmation {
  readonly title: string;
  readonly content: string;
  /** The button that agrees. */
  readonly confirm: string;
  /** The button that does not; "Cancel" unless given. */
  readonly refuse?: string;
  /** A word that has to be typed before it can be agreed to; for what takes a lot away. */
  readonly typed?: string | undefined;
  /** Agreeing takes something away. */
  readonly destructive?: boolean | undefined;
}

/** Resolves with true when the question is agreed to. An aborted question is taken back: it is answered with false. */
export type Ask = (question: Confirmation, signal: AbortSignal) => Promise<boolean>;

/** Provided by `question-host.vue`. */
export const asks: InjectionKey<Ask> = Symbol('asks');

/** The one way to ask back. A question goes away with the part that asks it. */
export function useQuestion(): (question: Confirmation) => Promise<boolean> {
  const ask = inject(asks);
  if (!ask) throw new Error('nothing here shows questions');
  const gone = new AbortController();
  onScopeDispose(() => gone.abort());
  return (question) => ask(question, gone.signal);
}
