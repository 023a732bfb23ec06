import { answer } from '../server/adapters/models/builtin/answer.ts';
import { createAnswerFilter } from '../server/features/chat/filter/answer-filter.ts';
import { stateOf } from '../server/features/chat/answer-state.ts';
import { linkPolicy } from '../server/features/chat/filter/link-policy.ts';
import { createAttribution } from '../server/features/chat/attribution.ts';
import type { EngineChunk } from '../server/features/knowledge/engine/inverted-index.ts';
import type { TaskPassage } from '../server/ports/models.ts';
import { chunksById, passageOf } from './retrieval/chunks.ts';
import { readSet, type Query, type QuestionSet } from './retrieval/sets.ts';

/**
 * How often the built-in path (retrieval, evidence, extraction, check of marks, state) answers what the site answers
 * and says that it does not where it does not. An answer is `answered` or `partial`.
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
  chunks: ReadonlyMap<string, EngineChunk>,
): void {
  const states = queries.map((query) => stateFor(set, query, chunks));
  const share = (state: string) =>
    `${state} ${(states.filter((one) => one === state).length / states.length).toFixed(3)}`;
  console.log(
    `${title}: ${['answered', 'partial', 'not_covered'].map(share).join(', ')} of ${states.length}`,
  );
}

/** Passages of an answer, as many as the service gives a model unless it is told otherwise. */
const topK = 5;

function stateFor({ engine }: QuestionSet, { text, lang }: Query, chunks: ReadonlyMap<string, EngineChunk>) {
  const { hits, evidence } = engine.retrieve({ question: text, topK });
  const articles = [...new Set(hits.map(({ articleId }) => articleId))];
  // The built-in model gets no passages while the evidence is weak.
  const passages: TaskPassage[] = (evidence.covered ? hits : []).flatMap(({ chunkId, articleId }) => {
    const chunk = chunks.get(chunkId);
    return chunk ? [passageOf(chunk, articles.indexOf(articleId) + 1)] : [];
  });
  const attribution = createAttribution(passages);
  const filter = createAnswerFilter({
    support: attribution.articleFor,
    allowsLink: linkPolicy({ citations: [] }, undefined),
  });
  const language = lang === 'zh' ? 'zh' : 'en';
  const said = answer({ kind: 'answer', question: text, passages, language, brief: false });
  const shown = filter.push(said) + filter.end();
  return stateOf({
    answer: shown,
    covered: evidence.covered,
    marks: filter.marks,
    attribution,
    reason: 'stop',
  });
}

if (import.meta.main) await run();
