import type { Changes, RecordHistory } from '../changes/changes.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import type { QuestionEmbedding, Retrieve } from '../knowledge/knowledge.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Citation } from '../../../contract/articles/articles.ts';
import type { Database } from '../../kit/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Feature } from '../../http/implement.ts';
import { shippedWords, type OpenWords } from '../../text/word-vectors/shipped-words.ts';
import type { Locks } from '../../work/lock.ts';
import { createYieldWhenIdle } from '../../work/idle.ts';
import { createHitCounter } from '../../work/schedule/hit-counter.ts';
import { createAdminApi } from './admin-api.ts';
import { createEntryCache } from './entry-cache.ts';
import { recordedAnswers } from './answer-history.ts';
import { createImportExport } from './import-export.ts';
import { createFinder, type AskedHelpers } from './find-answer.ts';
import type { AskedQuestion } from './matching/matcher.ts';
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
  /** Searches the site, and compares questions by the embedding model of the index; without one, words do. */
  readonly knowledge: { readonly questions?: QuestionEmbedding; readonly retrieve: Retrieve };
  readonly locks: Locks;
  /** Logged questions. */
  readonly asked: ChatLogs['questions'];
  readonly openWords?: OpenWords;
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
    asked: Omit<AskedQuestion, 'at'> & AskedHelpers & { readonly byVisitor: boolean },
  ) => Promise<CuratedReply | undefined>;
  /** Undoes a change of an answer. */
  readonly restore: RecordHistory['restore'];
  /** The first question of each answer by its id. */
  readonly firstQuestions: () => Promise<ReadonlyMap<string, string>>;
}

/** Curated answers: questions that are answered in the owner's own words. */
export function createCuratedAnswers(deps: CuratedAnswerDeps): CuratedAnswers {
  const { db, catalogue, siteOrigin, clock, log, knowledge, openWords = shippedWords } = deps;
  const embedding = knowledge.questions;
  const { now } = clock;
  const store = createCuratedAnswerStore(db);
  const entries = createEntryCache({ db, store, log });
  const hits = createHitCounter({ store, now, log, of: 'curated answers' });
  const articles = createArticles(catalogue, log);
  const history = deps.historyOf(recordedAnswers(entries, now));
  const admin = { entries, hits, history, articles, siteOrigin, now };

  const vectors = embedding && createQuestionVectors({ ...deps, store, entries, now, embedding });
  const refreshing = db.subscribe(curatedAnswersChanged, () => vectors?.refresh());

  const find = createFinder({ entries, vectors, knowledge, openWords, now });

  return {
    async answerTo({ byVisitor, vector, search, ...asked }) {
      // A question is answered from the articles while the records cannot be read.
      const matched = await find.answer(asked, { vector, search }).catch((error: unknown) => {
        log.warn({ err: String(error) }, 'curated answers could not be looked at');
        return undefined;
      });
      if (!matched) return undefined;
      const { entry, question, likeness, isNear = false } = matched;
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
          const found = await find.tried(question, pageUrl ?? undefined);
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
            const found = await find.tried(question);
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
