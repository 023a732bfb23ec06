import type { Changes, RecordHistory } from '../changes/changes.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import type { QuestionEmbedding } from '../knowledge/knowledge.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Citation } from '../../../contract/articles/articles.ts';
import type { Database } from '../../kit/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Feature } from '../../http/implement.ts';
import { detectLanguage } from '../../text/detect-language.ts';
import { shippedWords, type OpenWords } from '../../text/word-vectors/shipped-words.ts';
import type { Locks } from '../../work/lock.ts';
import { createYieldWhenIdle } from '../../work/idle.ts';
import { createHitCounter } from '../../work/schedule/hit-counter.ts';
import { createAdminApi } from './admin-api.ts';
import { createEntryCache } from './entry-cache.ts';
import { recordedAnswers } from './answer-history.ts';
import { createImportExport } from './import-export.ts';
import { createMeaning } from './matching/meaning.ts';
import { createMatcher, type AskedQuestion } from './matching/matcher.ts';
import { curatedAnswerRoutes } from './routes.ts';
import { articlesByPath, citationsOf, type SiteArticles } from './source-articles.ts';
import { createQuestionVectors } from './question-vectors.ts';
import { createCuratedAnswerStore, curatedAnswersChanged } from './store.ts';
import { createWordings } from './wordings.ts';

export { curatedAnswerMigrations } from './store.ts';

export interface CuratedAnswerDeps {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly siteOrigin: () => string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly historyOf: Changes['historyOf'];
  /** The embedding model of the index; without one, words compare questions. */
  readonly embedding?: QuestionEmbedding;
  readonly locks: Locks;
  /** Logged questions. */
  readonly asked: ChatLogs['questions'];
  readonly openWords?: OpenWords;
}

interface AskedVector {
  readonly vector: Float32Array;
  readonly signature: string;
}

/** An answer in the owner's words, as it is given. */
export interface CuratedReply {
  readonly id: string;
  /** Its question that was found. */
  readonly question: string;
  /** Markdown. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly likeness: number;
  /** It may be another question: the answer is no more than a passage to answer from. */
  readonly isNear: boolean;
}

export interface CuratedAnswers extends Feature {
  /** The answer that the owner has written for a question, if any; `byVisitor` counts it. */
  readonly answerTo: (
    asked: Omit<AskedQuestion, 'at'> & {
      readonly byVisitor: boolean;
      /** The vector of the question as it is searched, and the signature of what made it. */
      readonly vector?: () => Promise<AskedVector | undefined>;
    },
  ) => Promise<CuratedReply | undefined>;
  /** Undoes a change of an answer. */
  readonly restore: RecordHistory['restore'];
  /** The first question of each answer by its id. */
  readonly firstQuestions: () => Promise<ReadonlyMap<string, string>>;
}

/** Curated answers: questions that are answered in the owner's own words. */
export function createCuratedAnswers(deps: CuratedAnswerDeps): CuratedAnswers {
  const { db, catalogue, siteOrigin, clock, log, openWords = shippedWords } = deps;
  const { now } = clock;
  const store = createCuratedAnswerStore(db);
  const entries = createEntryCache({ db, store, log });
  const hits = createHitCounter({ store, now, log, of: 'curated answers' });
  const match = createMatcher(openWords);
  const articles = createArticles(catalogue, log);
  const history = deps.historyOf(recordedAnswers(entries, now));
  const admin = { entries, hits, history, articles, siteOrigin, now };

  const vectors =
    deps.embedding && createQuestionVectors({ ...deps, store, entries, now, embedding: deps.embedding });
  const refreshing = db.subscribe(curatedAnswersChanged, () => vectors?.refresh());

  const given = async (asked: Omit<AskedQuestion, 'at'>, vector?: () => Promise<AskedVector | undefined>) =>
    match(await entries.all(), { ...asked, at: now() }, async () => {
      if (!vectors || !vector || !vectors.isKnown(vectors.signature())) return undefined;
      const made = await vector();
      return made && vectors.isKnown(made.signature)
        ? createMeaning(made.vector, {
            of: (question) => vectors.of(question, made.signature),
            scale: vectors.scale(made.signature),
          })
        : undefined;
    });

  /** The answer that a question of the console gets. */
  const tried = async (question: string, pageUrl?: string) => {
    const language = await detectLanguage(question);
    const signal = new AbortController().signal;
    return given({ forms: [question], pageUrl, language, exactly: false }, async () =>
      deps.embedding?.ofQuestion({ question, signal }),
    );
  };

  return {
    async answerTo({ byVisitor, vector, ...asked }) {
      // A question is answered from the articles while the records cannot be read.
      const found = await given(asked, vector).catch((error: unknown) => {
        log.warn({ err: String(error) }, 'curated answers could not be looked at');
        return undefined;
      });
      if (!found) return undefined;
      const { entry, question, likeness, isNear = false } = found;
      if (byVisitor && !isNear) hits.note(entry.id);
      const citations = citationsOf(entry, siteOrigin());
      return { id: entry.id, question, text: entry.answer, citations, likeness, isNear };
    },
    restore: history.restore,
    firstQuestions: async () =>
      new Map((await entries.all()).map(({ id, questions }) => [id, questions[0] ?? ''])),
    routes: [
      curatedAnswerRoutes({
        ...createAdminApi(admin),
        ...createImportExport(admin),
        async match({ question, pageUrl }) {
          const found = await tried(question, pageUrl ?? undefined);
          return {
            id: found && !found.isNear ? found.entry.id : '',
            question: found?.question ?? '',
            likeness: found?.likeness ?? 0,
            ...(found?.isNear && { near: found.entry.id }),
          };
        },
        wordings: createWordings({
          asked: deps.asked,
          openWords,
          now,
          pause: createYieldWhenIdle(),
          async isAnswered(question) {
            const found = await tried(question);
            return found !== undefined && found.isNear !== true;
          },
        }),
      }),
    ],
    async start() {
      vectors?.refresh();
    },
    /** Writes pending counts. */
    async [Symbol.asyncDispose]() {
      refreshing.close();
      await vectors?.close();
      entries.close();
      await hits.close();
    },
  };
}

/** The articles by path, made anew when the list of heads is another; none while the site cannot be read. */
function createArticles({ heads }: Pick<Catalogue, 'heads'>, log: Log): () => Promise<SiteArticles> {
  let kept: { readonly of: unknown; readonly articles: SiteArticles } | undefined;
  return async () => {
    try {
      const list = await heads();
      if (kept?.of !== list) kept = { of: list, articles: articlesByPath(list) };
      return kept.articles;
    } catch (error) {
      log.warn({ err: String(error) }, 'the sources of curated answers could not be looked at');
      return new Map();
    }
  };
}
