import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Citation } from '../../../contract/articles/articles.ts';
import type { Database } from '../../kit/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Feature } from '../../http/implement.ts';
import { detectLanguage } from '../../text/detect-language.ts';
import { shippedWords, type OpenWords } from '../../text/word-vectors/shipped-words.ts';
import { createHitCounter } from '../../work/schedule/hit-counter.ts';
import { createAdminApi } from './admin-api.ts';
import { createEntryCache } from './entry-cache.ts';
import { createImportExport } from './import-export.ts';
import { createMatcher, type AskedQuestion } from './matching/matcher.ts';
import { curatedAnswerRoutes } from './routes.ts';
import { articlesByPath, citationsOf, type SiteArticles } from './source-articles.ts';
import { createCuratedAnswerStore } from './store.ts';

export { curatedAnswerMigrations } from './store.ts';

export interface CuratedAnswerDeps {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly siteOrigin: () => string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly openWords?: OpenWords;
}

/** An answer in the owner's words, as it is given. */
export interface CuratedReply {
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly likeness: number;
}

export interface CuratedAnswers extends Feature {
  /** The answer that the owner has written for a question, if any; `byVisitor` counts it. */
  readonly answerTo: (
    asked: Omit<AskedQuestion, 'at'> & { readonly byVisitor: boolean },
  ) => Promise<CuratedReply | undefined>;
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
  const admin = { entries, hits, articles, siteOrigin, now };

  const given = async (asked: Omit<AskedQuestion, 'at'>) =>
    match(await entries.all(), { ...asked, at: now() });

  return {
    async answerTo({ byVisitor, ...asked }) {
      // A question is answered from the articles while the records cannot be read.
      const found = await given(asked).catch((error: unknown) => {
        log.warn({ err: String(error) }, 'curated answers could not be looked at');
        return undefined;
      });
      if (!found) return undefined;
      const { entry, likeness } = found;
      if (byVisitor) hits.note(entry.id);
      return { id: entry.id, text: entry.answer, citations: citationsOf(entry, siteOrigin()), likeness };
    },
    routes: [
      curatedAnswerRoutes({
        ...createAdminApi(admin),
        ...createImportExport(admin),
        async match({ question, pageUrl }) {
          const language = await detectLanguage(question);
          const asked = { forms: [question], pageUrl: pageUrl ?? undefined, language, exactly: false };
          const found = await given(asked);
          return {
            id: found?.entry.id ?? '',
            question: found?.question ?? '',
            likeness: found?.likeness ?? 0,
          };
        },
      }),
    ],
    /** Writes pending counts. */
    async [Symbol.asyncDispose]() {
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
