import type {
  AnswerState,
  AnswerSummary,
  Citation,
  MarkQuote,
  Place,
} from '../../../contract/articles/articles.ts';
import type { StreamEvent } from '../../../contract/events.ts';
import { Fault } from '../../kit/fault.ts';
import { bookedTokens } from '../../model-calls/booked-tokens.ts';
import type { BookedCall, ChatPart, ModelUsage } from '../../ports/models.ts';
import type { KeptAnswer } from '../answer-cache/answer-cache.ts';
import type { Passage } from '../knowledge/knowledge.ts';
import { curatedIntent } from './curated.ts';
import { deniesCoverage, stateOf } from './answer-state.ts';
import type { Attribution } from './grounding/attribution.ts';
import type { AnswerContext } from './grounding/context.ts';
import { escapedAngle } from './filter/html-syntax.ts';
import { allTexts } from './texts/texts.ts';
import type { FailureMessage } from './failure-messages.ts';
import type { AnswerFilter } from './filter/answer-filter.ts';
import type { MarkCounts } from './filter/mark-check.ts';
import type { Revision } from './mark-judge/revise-text.ts';

type Finish = Extract<ChatPart, { type: 'finish' }>;

/** Intent of answers that are given again, in logs. */
const cachedIntent = 'CACHED_ANSWER';

/** Intent of small talk in logs and traces. */
const smallTalkIntent = 'SMALL_TALK';

/** Records the facts of an answer as it runs: the only mutable state of a request. */
export interface AnswerRecorder {
  /** Records an event for the client, before its text is escaped. */
  note(event: StreamEvent): void;
  routed(route: string): void;
  /** Records an answer that is given again. */
  repeated(answer: KeptAnswer): void;
  /** Where the answer is kept for whoever asks the same. */
  keepAt(place: CachePlace | undefined): void;
  /** Where the answer is kept, and the passages it was written from. */
  basis(): { readonly place: CachePlace; readonly passages: readonly Passage[] } | undefined;
  /** Records a fixed reply and the questions offered with it. */
  smallTalk(suggestions: readonly string[]): void;
  /** Records the model that is going to answer; after a failure, the one that answers in its place. */
  asks(model: string): void;
  grounded(context: AnswerContext): void;
  /** Records a quotation. */
  quoted(quotation: Quotation): void;
  /** Records that nothing answers, with the closest places and further articles that come near; announced sources are taken back. */
  unanswered(
    state: 'partial' | 'not_covered',
    places?: readonly Place[],
    further?: readonly Citation[],
  ): void;
  checked(filter: AnswerFilter, attribution: Attribution): void;
  /** Records the finished text with other marks than the client got. */
  revised(revision: Revision, attribution: Attribution): void;
  finished(finish: Finish): void;
  /** Adds what a call of the answering model has taken, also one that failed. */
  booked(call: BookedCall): void;
  /** What is said from now on is a remark of the service on the answer. */
  judged(): void;
  /** Adds a notice for clients about how the answer came about. */
  notice(notice: string): void;
  suggest(questions: readonly string[]): void;
  fail(error: unknown, failure: FailureMessage): void;
  /** Runs `write` once; later callers wait for it. */
  end(write: () => Promise<void>): Promise<void>;
  usage(): ModelUsage;
  /** The models whose replies ended. */
  readonly answeredBy: ReadonlySet<string>;
  /** The answer so far, before it is escaped. */
  readonly sent: string;
  summary(): AnswerSummary;
  record(): AnswerRecord;
}

/** The place of an answer among the kept ones, for so many hours. */
export interface CachePlace {
  readonly key: string;
  readonly hours: number;
}

/** Fields that a quoted passage adds to the summary of its answer. */
export interface Quotation {
  /** One for the mark of the passage; none for a text that stands on no page. */
  readonly quotes: readonly MarkQuote[];
  readonly places: readonly Place[];
  readonly suggestions: readonly string[];
  readonly notice?: string;
}

/** The part of an answer that a chat log stores. */
export interface AnswerRecord {
  readonly answer: string;
  /** `''` when no model was needed. */
  readonly model: string;
  readonly citations: readonly Citation[];
  readonly answerState: AnswerState | undefined;
  /** A curated answer's is followed by its id. */
  readonly intent: string;
  /** Code of the failure, `''` when there was none. */
  readonly error: string;
  readonly notices: readonly string[];
  readonly usage: ModelUsage;
}

/** Sentences that Docent itself puts into an answer, in all languages. */
const remarks = allTexts.map(({ foreignCode }) => foreignCode);

export function createAnswerRecorder(): AnswerRecorder {
  let [sent, intent, model] = ['', 'NORMAL_CHAT', ''];
  let answer: string | undefined;
  let citations: readonly Citation[] | undefined;
  let place: CachePlace | undefined;
  let context: AnswerContext | undefined;
  let checked: { readonly marks: MarkCounts; readonly attribution: Attribution } | undefined;
  let isRevised = false;
  let repeated: KeptAnswer | undefined;
  let finish: Finish | undefined;
  const booked: BookedCall[] = [];
  const usage = (): ModelUsage => ({ ...finish?.usage, ...bookedTokens(booked) });
  let failure: { readonly code: string; readonly shown: FailureMessage } | undefined;
  let settled: AnswerState | undefined;
  let quotes: readonly MarkQuote[] = [];
  let places: readonly Place[] = [];
  let nearest: readonly Citation[] | undefined;
  let suggestions: readonly string[] = [];
  const notices: string[] = [];
  const answeredBy = new Set<string>();
  let ended: Promise<void> | undefined;

  const state = (): AnswerState | undefined => {
    if (failure) return failure.shown.answerState;
    if (repeated) return repeated.summary.answerState;
    if (intent !== 'NORMAL_CHAT') return 'answered';
    if (settled) return settled;
    if (!context) return undefined;
    if (context.fixedReply !== undefined) return 'not_covered';
    if (!checked || !finish) return undefined;
    const { level } = context;
    return stateOf({ answer: plain(answer ?? sent), level, ...checked, reason: finish.reason, remarks });
  };

  const noticesOf = (answerState: AnswerState): readonly string[] => [
    ...notices,
    ...(isUnconfirmed(answerState, settled ?? context?.fixedReply, plain(sent)) ? ['unconfirmed'] : []),
  ];

  /** Summary shown below an answer; a failed answer has none. */
  const extras = (answerState: AnswerState): Partial<AnswerSummary> => {
    if (answerState === 'failed' || answerState === 'limited') return {};
    if (repeated) return repeated.summary;
    const shown = places.length > 0 ? places : answerState === 'answered' ? [] : (context?.places ?? []);
    const near = nearest ?? (answerState === 'not_covered' ? (context?.nearest ?? []) : []);
    const told = noticesOf(answerState);
    const isFixed = intent !== 'NORMAL_CHAT' || context?.fixedReply !== undefined;
    return {
      writtenBy: authorOf(isFixed, settled),
      ...kindOf(intent),
      ...below({ citations, quotes, places: shown, nearest: near, suggestions, notices: told }),
    };
  };

  return {
    note(event) {
      if (event.event === 'token') sent += event.data.content;
      if (event.event === 'citations') citations = event.data;
    },
    routed: (route) => void (intent = route),
    repeated: (answer) => void ([intent, repeated, model] = [cachedIntent, answer, answer.model]),
    keepAt: (at) => void (place = at),
    basis: () => place && context && { place, passages: context.found },
    smallTalk(offered) {
      intent = smallTalkIntent;
      suggestions = offered;
    },
    asks: (name) => void (model = name),
    grounded: (found) => void (context = found),
    quoted(quotation) {
      settled = 'answered';
      ({ quotes, places, suggestions } = quotation);
      if (quotation.notice) notices.push(quotation.notice);
    },
    unanswered(as, closest = [], further = []) {
      settled = as;
      places = closest;
      nearest = as === 'partial' ? further : undefined;
      citations &&= [];
    },
    checked({ marks, quotes: found }, attribution) {
      [quotes, checked] = [found, { marks, attribution }];
    },
    revised({ text, marks, quotes: left }, attribution) {
      isRevised ||= text !== sent;
      [sent, quotes, checked] = [text, left, { marks, attribution }];
    },
    finished: (part) => {
      finish = part;
      if (part.model !== undefined) model = part.model;
      if (model !== '') answeredBy.add(model);
    },
    booked: (call) => void booked.push(call),
    judged: () => void (answer ??= sent),
    notice: (notice) => void notices.push(notice),
    suggest: (questions) => void (suggestions = questions),
    fail: (error, shown) => void (failure = { code: codeOf(error), shown }),
    end: (write) => (ended ??= write()),
    usage,
    answeredBy,
    get sent() {
      return sent;
    },
    summary() {
      const answerState = state() ?? 'failed';
      const text = isRevised && { text: sent };
      return { answerState, ...extras(answerState), ...text, ...limitOf(failure?.shown) };
    },
    record: () => ({
      answer: plain(sent),
      model,
      citations: citations ?? [],
      answerState: state(),
      intent,
      error: failure?.code ?? '',
      notices: noticesOf(state() ?? 'failed'),
      usage: usage(),
    }),
  };
}

/** Whose limit was reached, and how long it lasts. */
const limitOf = ({ retryAfterSeconds, limit }: Partial<FailureMessage> = {}): Partial<AnswerSummary> => ({
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  ...(limit && { limit }),
});

/** What a summary shows below an answer; empty lists are left out. */
const below = ({
  citations,
  quotes,
  ...lists
}: Record<'places', readonly Place[]> &
  Record<'nearest', readonly Citation[]> &
  Record<'suggestions' | 'notices', readonly string[]> & {
    readonly citations: readonly Citation[] | undefined;
    readonly quotes: readonly MarkQuote[];
  }): Partial<AnswerSummary> => ({
  ...(citations && { citations: withMarks(citations, quotes) }),
  ...(quotes.length > 0 && { quotes: [...quotes] }),
  ...(lists.places.length > 0 && { places: [...lists.places] }),
  ...(lists.nearest.length > 0 && { nearest: [...lists.nearest] }),
  ...(lists.suggestions.length > 0 && { suggestions: [...lists.suggestions] }),
  ...(lists.notices.length > 0 && { notices: [...lists.notices] }),
});

/** The answer with the signs that were marked for escaping. */
const plain = (sent: string): string => sent.replaceAll(escapedAngle, '<');

const codeOf = (error: unknown): string => (error instanceof Fault ? error.code : 'internal');

/** Whose words an answer is; what was settled needed no model. */
const authorOf = (isFixed: boolean, settled: AnswerState | undefined): AnswerSummary['writtenBy'] => {
  if (isFixed) return 'service';
  return settled === undefined ? 'model' : settled === 'answered' ? 'articles' : 'service';
};

/** What the intent of a fixed answer tells of it. */
const kindOf = (intent: string): Partial<AnswerSummary> => ({
  ...(intent === smallTalkIntent && { kind: 'small_talk' }),
  ...(intent.startsWith(curatedIntent) && { answeredBy: 'curated' }),
});

/** Citations with the number of checked statements that each supports, quoting the sentence for the first of them where it stands. */
const withMarks = (citations: readonly Citation[], quotes: readonly MarkQuote[]): Citation[] =>
  citations.map((citation, index) => {
    const own = quotes.filter(({ article }) => article === index + 1);
    const [first] = own;
    if (!first?.quote) return { ...citation, marks: own.length };
    const { anchor: _, ...page } = citation;
    return {
      ...page,
      ...(first.anchor && { anchor: first.anchor }),
      quote: first.quote,
      marks: own.length,
    };
  });

/** True when no article confirms an answer of a model and nothing in it says so; `own` is there for an answer of Docent's. */
const isUnconfirmed = (state: AnswerState, own: string | undefined, answer: string): boolean =>
  state === 'not_covered' &&
  own === undefined &&
  !deniesCoverage(answer) &&
  !allTexts.some(({ notOnSite }) => answer.startsWith(headingOf(notOnSite)));

/** The heading of a text that is shown although no article supports it. */
export const headingOf = (notOnSite: string): string => `**${notOnSite}**`;
