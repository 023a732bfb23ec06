import { createTrace } from '../../kit/trace.ts';
import { detectLanguage } from '../../text/detect-language.ts';
import type { OpenWords } from '../../text/word-vectors/shipped-words.ts';
import type { QuestionEmbedding, Retrieval, Retrieve } from '../knowledge/knowledge.ts';
import type { EntryCache } from './entry-cache.ts';
import { createMatcher, type AskedQuestion, type Match } from './matching/matcher.ts';
import { createMeaning } from './matching/meaning.ts';
import type { createQuestionVectors } from './question-vectors.ts';
import { articlesFound } from './source-articles.ts';

/** What is looked up of a question only where its words do not suffice. */
export interface AskedHelpers {
  /** Its vector as it is searched, and the signature of what made it. */
  readonly vector?:
    (() => Promise<{ readonly vector: Float32Array; readonly signature: string } | undefined>) | undefined;
  /** Searches the site for it. */
  readonly search?: (() => Promise<Pick<Retrieval, 'passages' | 'further'>>) | undefined;
}

/** Finds the answer of the owner to a question. */
export function createFinder(deps: {
  readonly entries: Pick<EntryCache, 'all'>;
  readonly vectors: ReturnType<typeof createQuestionVectors> | undefined;
  readonly knowledge: { readonly questions?: QuestionEmbedding; readonly retrieve: Retrieve };
  readonly openWords: OpenWords;
  readonly now: () => number;
}) {
  const { entries, vectors, knowledge, now } = deps;
  const { match } = createMatcher(deps.openWords);

  const answer = async (
    asked: Omit<AskedQuestion, 'at'>,
    { vector, search }: AskedHelpers,
  ): Promise<Match | undefined> =>
    match(
      await entries.all(),
      { ...asked, at: now() },
      {
        // While the site cannot be searched, the words alone tell.
        found: async () => (search ? search().then(articlesFound, () => []) : []),
        async meaning() {
          if (!vectors || !vector || !vectors.isKnown(vectors.signature())) return undefined;
          const made = await vector();
          return made && vectors.isKnown(made.signature)
            ? createMeaning(made.vector, {
                of: (question) => vectors.of(question, made.signature),
                scale: vectors.scale(made.signature),
              })
            : undefined;
        },
      },
    );

  return {
    answer,
    /** The answer that a question of the console gets; of models, only the one for vectors may be asked, once. */
    async tried(question: string, pageUrl?: string): Promise<Match | undefined> {
      const language = await detectLanguage(question);
      const asked = { question, signal: new AbortController().signal, vectors: new Map() };
      const search = { ...asked, language, history: [], withoutHelpers: true, trace: createTrace(now) };
      return answer(
        { forms: [question], pageUrl, language, exactly: false },
        {
          vector: async () => knowledge.questions?.ofQuestion(asked),
          search: () => knowledge.retrieve(search),
        },
      );
    },
  };
}
