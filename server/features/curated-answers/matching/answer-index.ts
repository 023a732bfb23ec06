import { createEngine } from '../../../search/engine.ts';
import { guessLanguage } from '../../../text/language.ts';
import { withoutGrammar } from '../../../text/word-lists/grammar-words.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import type { Entry } from '../entry.ts';

/** Answers that are changed before other work has its turn. */
const batch = 50;

/** A search index of questions and answers in memory: their letters tell which are alike, as those of articles do. */
export function createAnswerIndex() {
  const engine = createEngine();
  const known = new Map<string, string>();
  return {
    /** Takes over what has changed; to be called for one list at a time. */
    async follow(entries: readonly Entry[]): Promise<void> {
      const isFirst = known.size === 0;
      const changed = entries.filter((entry) => known.get(entry.id) !== versionOf(entry));
      const present = new Set(entries.map(({ id }) => id));
      for (const id of known.keys())
        if (!present.has(id)) {
          engine.removeArticle(id);
          known.delete(id);
        }
      if (isFirst) await engine.load(changed.map(chunksOf));
      else
        for (const [place, entry] of changed.entries()) {
          engine.replaceArticle(entry.id, chunksOf(entry).chunks);
          if (place % batch === batch - 1) await yieldToEventLoop();
        }
      for (const entry of changed) known.set(entry.id, versionOf(entry));
    },
    /** How alike the letters of a question and of answers with their questions are, by id; those that are most alike. */
    letters(question: string, most: number): ReadonlyMap<string, number> {
      const asked = withoutGrammar(question, guessLanguage(question));
      const { hits } = engine.retrieve({ question: asked, topK: most });
      return new Map(hits.map(({ articleId, signals }) => [articleId, signals.ngrams]));
    },
  };
}

export type AnswerIndex = ReturnType<typeof createAnswerIndex>;

const versionOf = ({ revision, updatedAt }: Entry) => `${revision} ${updatedAt}`;

const chunksOf = ({ id, questions, answer }: Entry) => ({
  articleId: id,
  chunks: [{ id, articleId: id, title: questions.join(' '), headingPath: [], tags: [], text: answer }],
});
