import type { Citation, Place } from '../../../../contract/articles/articles.ts';
import { explained } from '../../../kit/explained.ts';
import type { TaskBlock, TaskPassage } from '../../../ports/models.ts';
import type { EvidenceLevel, Passage, Retrieval } from '../../knowledge/knowledge.ts';
import type { ChatDeps, Journey as SharedJourney, Question } from '../question.ts';
import { sourcesOf } from './citations.ts';
import { standaloneQuestion } from '../follow-up.ts';
import { withFurtherSearches } from './further-searches.ts';
import { lookUp } from './look-up.ts';
import type { Section } from './next-section.ts';
import { otherVersions, ownVersion } from './own-version.ts';
import { pageFirst, pagePassages, passagesOfPage } from './page-article.ts';
import { closestPlaces, inTheirSections } from './places.ts';

/** Sources of an answer. */
export interface AnswerContext {
  /** Evidence that the passages answer the question. */
  readonly level: EvidenceLevel;
  /** The question as searched: a follow-up includes terms of the last question. */
  readonly question: string;
  /** Patterns of what a question looks up, such as a price. */
  readonly shown?: readonly RegExp[] | undefined;
  /** The articles of `[N]` markers. */
  readonly citations: readonly Citation[];
  readonly passages: readonly TaskPassage[];
  /** The same passages with their places. */
  readonly found: readonly Passage[];
  /** Everything that was found, those passages first: where the closest places are looked for. */
  readonly near: readonly Passage[];
  /** The nearest articles of an uncovered question, none when they are far off. */
  readonly nearest: readonly Citation[];
  /** The closest places, for a question without a direct answer. */
  readonly places: readonly Place[];
  /** The path of headings of the section that the question names, see `sectionAsked`. */
  readonly section?: readonly string[] | undefined;
  /** The version whose pages do not answer, where others do. */
  readonly notBy?: string | undefined;
  /** The configured reply to an uncovered question; it needs no model call. */
  readonly fixedReply?: string;
}

/** Retrieves passages for an answer and decides whether they suffice. */
export async function buildContext(
  deps: Pick<ChatDeps, 'retrieve' | 'page' | 'blocks' | 'siteTitle' | 'versionOf' | 'models'>,
  ask: Question,
  journey: Journey,
): Promise<AnswerContext> {
  const { trace, settings, section, offered } = journey;
  trace.add('chat_intent', 'Intent', { detail: explained('trace_route') });
  const page = section ? passagesOfPage(section.article) : await pagePassages(deps.page, ask);
  const isFixed = page.length > 0 || offered !== undefined;
  const {
    evidence,
    question,
    passages,
    further = [],
    ...sought
  } = await retrieved(deps, ask, journey, {
    isAboutPage: page.length > 0,
    isFixed,
  });
  const searchedFor =
    page.length === 0 ? await pageFirst(deps.page, ask, passages, further) : withPage(page, passages);
  const found = offered ? [offered, ...searchedFor] : searchedFor;
  const near = [...found, ...further];
  const level = isFixed ? 'answers' : (sought.level ?? evidence.level);
  const sources = sourcesOf(found, question);
  trace.add('build_context', 'Context', {
    detail: explained('trace_context', {
      count: found.length,
      level,
      score: evidence.score.toFixed(2),
      reasons: evidence.reasons.join(', '),
    }),
    data: { docCount: found.length, contextLength: contextLength(sources.passages), evidence },
  });
  const context: AnswerContext = {
    level,
    question,
    shown: sought.shown,
    notBy: sought.notBy,
    section: section?.headingPath,
    ...sources,
    found,
    near,
    nearest: evidence.isNear ? sources.citations : [],
    places:
      level === 'close'
        ? await inTheirSections(closestPlaces(near, { question, shown: sought.shown }), question, deps.blocks)
        : [],
  };
  const { noMatchBehavior, noMatchReply } = settings.retrieval;
  if (level === 'answers' || noMatchBehavior !== 'fixed_reply') return context;
  trace.add('inject_context', 'Prompt', { status: 'skipped', detail: explained('trace_fixed') });
  return { ...context, citations: [], passages: [], fixedReply: noMatchReply };
}

/** What was found for a question, by whichever of its searches. */
interface Retrieved extends Retrieval {
  /** The question as it was searched. */
  readonly question: string;
  /** Where something was looked up, its level and what shows it. */
  readonly level?: EvidenceLevel;
  readonly shown?: readonly RegExp[];
  readonly notBy?: string | undefined;
}

/** Searches for a question: as it stands or leans on the conversation, for what it looks up, in other versions, and for what a model asks besides. */
async function retrieved(
  deps: Pick<ChatDeps, 'retrieve' | 'siteTitle' | 'versionOf' | 'models'>,
  ask: Question,
  journey: Journey,
  { isAboutPage, isFixed }: { readonly isAboutPage: boolean; readonly isFixed: boolean },
): Promise<Retrieved> {
  const { trace, language } = journey;
  const version = await ownVersion(deps, ask);
  const search = createSearch(deps, ask, journey, version);
  const asked = await standaloneQuestion((question) => search(question), ask, trace);
  if (isAboutPage) return asked;
  const lookedUp = await lookUp((words) => search(words, { withoutHelpers: true }), asked, {
    language: asked.translation?.language ?? language,
    siteTitle: deps.siteTitle(language),
  });
  const isAnswered = isFixed || (lookedUp?.level ?? asked.evidence.level) === 'answers';
  const everywhere = createSearch(deps, ask, journey);
  const elsewhere =
    version !== undefined && !isAnswered
      ? await otherVersions(() => everywhere(asked.question), version, trace)
      : undefined;
  if (lookedUp && !elsewhere) return lookedUp;
  const found = { ...asked, ...elsewhere };
  const within = elsewhere ? everywhere : search;
  const all = await withFurtherSearches(deps, { ...ask, ...journey }, found, (words) =>
    within(words, { withoutHelpers: true }),
  );
  return { ...all, ...(elsewhere && { notBy: version }) };
}

interface Journey extends SharedJourney {
  /** An answer of the owner to a question that may be the same. */
  readonly offered?: Passage;
  /** The section that the question names. */
  readonly section?: Section | undefined;
}

/** Searches with the settings of an answer. */
const createSearch =
  (
    { retrieve }: Pick<ChatDeps, 'retrieve'>,
    { history, signal, scope }: Question,
    { trace, settings, language, logId, vectors }: Journey,
    version?: string,
  ) =>
  (question: string, { withoutHelpers = false } = {}) =>
    retrieve({
      question,
      withoutHelpers,
      history,
      signal,
      scope,
      version,
      trace,
      settings,
      language,
      vectors,
      ...(logId && { logId }),
    });

/** Passages of the current page first, then the others. */
function withPage(page: readonly Passage[], others: readonly Passage[]): Passage[] {
  const id = page[0]?.articleId;
  return [...page, ...others.filter(({ articleId }) => articleId !== id)];
}

/** Total length of passages, in characters. */
export const contextLength = (passages: readonly TaskPassage[]): number =>
  passages.reduce((sum, passage) => sum + passage.text.length, 0);

/** The blocks of an article by its number among the citations; none where it is not known any more. */
export async function blocksOf(
  blocks: ChatDeps['blocks'],
  { citations }: Pick<AnswerContext, 'citations'>,
  article = 1,
): Promise<readonly TaskBlock[] | undefined> {
  const id = citations[article - 1]?.postId;
  return id === undefined ? undefined : (await blocks([id])).get(id);
}
