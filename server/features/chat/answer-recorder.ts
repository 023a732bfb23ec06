import type { AnswerState, AnswerSummary, Citation } from '../../../contract/articles.ts';
import type { StreamEvent } from '../../../contract/events.ts';
import { Fault } from '../../kit/fault.ts';
import type { ChatPart, ModelUsage } from '../../ports/models.ts';
import type { AnswerFilter } from './filter/answer-filter.ts';
import { stateOf } from './answer-state.ts';
import type { FailureMessage } from './failure-messages.ts';
import type { AnswerContext } from './context.ts';
import type { Attribution } from './attribution.ts';

type Finish = Extract<ChatPart, { type: 'finish' }>;

/** Records what is known of an answer so far: the only mutable state of one request. */
export interface AnswerRecorder {
  /** Takes note of an event that the reader gets. */
  note(event: StreamEvent): void;
  routed(route: string): void;
  /** The model that is going to answer. */
  asks(model: string): void;
  grounded(context: AnswerContext): void;
  checked(filter: AnswerFilter, attribution: Attribution): void;
  finished(finish: Finish): void;
  fail(error: unknown, failure: FailureMessage): void;
  /** Runs `write` the first time only, and makes later callers wait for it. */
  end(write: () => Promise<void>): Promise<void>;
  readonly usage: ModelUsage;
  summary(): AnswerSummary;
  record(): AnswerRecord;
}

/** What a chat log keeps of an answer. */
export interface AnswerRecord {
  readonly answer: string;
  /** `''` when no model was needed. */
  readonly model: string;
  readonly citations: readonly Citation[];
  readonly answerState: AnswerState | undefined;
  readonly intent: string;
  /** Class of the failure, `''` when there was none. */
  readonly error: string;
  readonly usage: ModelUsage;
}

export function createAnswerRecorder(): AnswerRecorder {
  let answer = '';
  let citations: readonly Citation[] = [];
  let intent = 'NORMAL_CHAT';
  let model = '';
  let context: AnswerContext | undefined;
  let filter: AnswerFilter | undefined;
  let attribution: Attribution | undefined;
  let finish: Finish | undefined;
  let failure: { readonly code: string; readonly shown: FailureMessage } | undefined;
  let ended: Promise<void> | undefined;

  const state = (): AnswerState | undefined => {
    if (failure) return failure.shown.answerState;
    if (intent !== 'NORMAL_CHAT') return 'answered';
    if (!context) return undefined;
    if (context.fixedReply !== undefined) return 'not_covered';
    if (!filter || !attribution || !finish) return undefined;
    return stateOf({
      answer,
      covered: context.covered,
      marks: filter.marks,
      attribution,
      reason: finish.reason,
    });
  };

  return {
    note(event) {
      if (event.event === 'token') answer += event.data.content;
      if (event.event === 'citations') citations = event.data;
    },
    routed: (route) => void (intent = route),
    asks: (name) => void (model = name),
    grounded: (found) => void (context = found),
    checked: (byFilter, byAttribution) => {
      filter = byFilter;
      attribution = byAttribution;
    },
    finished: (part) => void (finish = part),
    fail: (error, shown) =>
      void (failure = { code: error instanceof Fault ? error.code : 'internal', shown }),
    end: (write) => (ended ??= write()),
    get usage() {
      return finish?.usage ?? {};
    },
    summary() {
      const answerState = state() ?? 'failed';
      const wait = failure?.shown.retryAfterSeconds;
      return {
        answerState,
        ...(citations.length > 0 && {
          citations: citations.map((citation, index) => withMarks(citation, index + 1, filter)),
        }),
        ...(answerState === 'not_covered' &&
          context &&
          context.nearest.length > 0 && { nearest: [...context.nearest] }),
        ...(wait !== undefined && { retryAfterSeconds: wait }),
      };
    },
    record: () => ({
      answer,
      model,
      citations,
      answerState: state(),
      intent,
      error: failure?.code ?? '',
      usage: finish?.usage ?? {},
    }),
  };
}

/** A citation with the number of checked statements that stand on it, quoting the first of them where it can. */
function withMarks(citation: Citation, article: number, filter: AnswerFilter | undefined): Citation {
  return { ...citation, marks: filter?.marked.get(article)?.length ?? 0 };
}
