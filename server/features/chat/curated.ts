import { token, type StreamEvent } from '../../../contract/events.ts';
import { explained } from '../../kit/explained.ts';
import type { Passage, QuestionEmbedding, Retrieval } from '../knowledge/knowledge.ts';
import type { Trace } from '../../kit/trace.ts';
import { leansOnHistory, standsAlone } from './follow-up.ts';
import type { ChatDeps, Question } from './question.ts';

/** Intent of answers in the owner's words; in logs their id follows. */
export const curatedIntent = 'CURATED_ANSWER';

type QueryVector = NonNullable<Awaited<ReturnType<QuestionEmbedding['ofQuestion']>>>;
export type CuratedReply = NonNullable<Awaited<ReturnType<NonNullable<ChatDeps['curatedAnswer']>>>>;

/**
 * The answer that the owner has written for a question. One that leans on the conversation has none, and one that may go on with it
 * only by its very words. `searched` is the question as it is searched.
 */
export async function curatedReply(
  { curatedAnswer }: Pick<ChatDeps, 'curatedAnswer'>,
  ask: Question,
  given: {
    readonly searched: string;
    readonly language: string;
    readonly isSmallTalk: boolean;
    readonly vector: () => Promise<QueryVector | undefined>;
    /** Searches the site for it. */
    readonly search: () => Promise<Retrieval>;
  },
): Promise<CuratedReply | undefined> {
  const { question, history, pageUrl, visitor } = ask;
  if (!curatedAnswer || ask.intentRouteId !== undefined || ask.pageTask === 'summarise') return undefined;
  if (history.length > 0 && leansOnHistory(question, history)) return undefined;
  return curatedAnswer({
    forms: [question, given.searched],
    pageUrl,
    language: given.language,
    exactly: given.isSmallTalk || !standsAlone(question, history),
    byVisitor: visitor !== undefined,
    vector: given.vector,
    search: given.search,
  });
}

/** A near miss as the first passage for a language model: it may be what was asked for. */
export const curatedPassage = ({ id, question, text, citations }: CuratedReply): Passage => ({
  articleId: id,
  identity: id,
  title: question,
  url: citations[0]?.url ?? '',
  anchor: '',
  headingPath: [],
  text,
  chunkIndex: 0,
  score: 1,
});

/** Says in the trace that the language model gets an answer of the owner that may be meant. */
export const offeredStage = (trace: Trace, { id, question, likeness }: CuratedReply): void =>
  trace.add('curated_offer', 'Curated answer', {
    detail: explained('trace_curated_near', { question }),
    data: { curatedAnswer: id, likeness },
  });

export function* curatedSteps(
  { id, text, citations, likeness }: CuratedReply,
  { trace, recorder }: { readonly trace: Trace; readonly recorder: { routed(route: string): void } },
): Generator<StreamEvent> {
  trace.add('chat_intent', 'Intent', {
    detail: explained('trace_curated'),
    data: { curatedAnswer: id, likeness },
  });
  recorder.routed(`${curatedIntent} ${id}`);
  if (citations.length > 0) yield { event: 'citations', data: citations };
  yield token(text);
}
