import type { IndexChunk } from '../server/ports/search-index.ts';
import { answer } from '../server/adapters/models/builtin/extractive/answer.ts';
import { chunksById, passageOf } from './retrieval/chunks.ts';
import { readSet, type Query, type QuestionSet } from './retrieval/sets.ts';

/**
 * Answer states of the built-in path (retrieval, evidence, quotation) for covered and uncovered questions: `answered`
 * quotes a passage, `partial` shows the closest places.
 */
export async function run(): Promise<void> {
  for (const name of ['zh-cmrc', 'en-squad', 'en-covid-faq', 'site-howtocook-zh', 'site-handbook-en']) {
    const set = await readSet(name);
    if (set === undefined) {
      console.log(`${name}: skipped, no such set`);
      continue;
    }
    const chunks = chunksById(name);
    report(`${name}: answerable questions`, set, set.queries, chunks);
    if (set.unanswerable.length > 0)
      report(`${name}: questions without an answer`, set, set.unanswerable, chunks);
  }
}

function report(
  title: string,
  set: QuestionSet,
  queries: readonly Query[],
  chunks: ReadonlyMap<string, IndexChunk>,
): void {
  const states = queries.map((query) => stateFor(set, query, chunks));
  const share = (state: string) =>
    `${state} ${(states.filter((one) => one === state).length / states.length).toFixed(3)}`;
  console.log(
    `${title}: ${['answered', 'partial', 'not_covered'].map(share).join(', ')} of ${states.length}`,
  );
}

/** Number of passages, as by default in the service. */
const topK = 5;

/**
 * State of an answer without a language model: a quotation where the evidence suffices and a place matches the
 * question.
 */
function stateFor({ engine }: QuestionSet, { text }: Query, chunks: ReadonlyMap<string, IndexChunk>) {
  const { hits, evidence } = engine.retrieve({ question: text, topK });
  const articles = [...new Set(hits.map(({ articleId }) => articleId))];
  const passages = hits.flatMap(({ chunkId, articleId }) => {
    const chunk = chunks.get(chunkId);
    return chunk ? [passageOf(chunk, articles.indexOf(articleId) + 1)] : [];
  });
  if (evidence.level === 'not_covered') return 'not_covered';
  const quoted = answer({ kind: 'answer', question: text, passages, brief: false });
  return evidence.level === 'answers' && quoted ? 'answered' : 'partial';
}

if (import.meta.main) await run();
