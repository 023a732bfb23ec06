import { z } from 'zod';
import { explained, type Words } from '../../../kit/explained.ts';
import { isBuiltin } from '../../../kit/model-named.ts';
import { reasonOf } from '../../../kit/reason.ts';
import { asData, dataRule } from '../../../model-calls/fence.ts';
import { jsonObjectIn } from '../../../model-calls/model-json.ts';
import { requestText } from '../../../model-calls/request-text.ts';
import type { Message } from '../../../ports/models.ts';
import type { Retrieval } from '../../knowledge/knowledge.ts';
import type { ChatDeps, Journey, Question } from '../question.ts';

/** Searches that a model may ask for, and passages that each adds: measured by `npm run bench -- comparisons`. */
const mostSearches = 2;
const addedBySearch = 2;
/** So long a question waits for the model's wish. */
const longestWaitMs = 5_000;
const longestSearch = 200;

type Found = Retrieval & { readonly question: string };

type Asked = Pick<Question, 'signal'> & Pick<Journey, 'settings' | 'trace' | 'logId'>;

/**
 * What was found, and where that is switched on the best of up to two more searches that the language model asks for: a question that
 * compares things names each of them, and one search finds the pages of one. A model that fails, is late or says nothing usable, and a search that fails, changes nothing.
 * Throws only the reason of the question's signal.
 */
export async function withFurtherSearches(
  deps: Pick<ChatDeps, 'models'>,
  { signal, settings, trace, logId }: Asked,
  found: Found,
  search: (words: string) => Promise<Retrieval>,
): Promise<Found> {
  const model = settings.models.aiFoundationChatModelName;
  if (!settings.enhancement.furtherSearches || isBuiltin(deps.models, 'chat', model)) return found;
  const named = ['further_searches', 'Further searches'] as const;
  const failed = (reason: Words) => ({ detail: explained('trace_no_searches', { reason }) });
  const nameSearches = async () => {
    const reply = await requestText(deps.models, {
      model,
      what: 'further searches',
      messages: promptFor(found.question),
      temperature: 0,
      maxTokens: 128,
      json: true,
      schema: z.toJSONSchema(Reply, { io: 'input' }),
      scenario: 'further_searches',
      logId,
      signal,
      timeoutMs: longestWaitMs,
    });
    const { data } = Reply.safeParse(jsonObjectIn(reply));
    if (!data) return { result: [], status: 'fallback' as const, ...failed(explained('verdict_no_json')) };
    const result = [...new Set(data.searches.map((words) => words.trim()))].filter(
      (words) => words !== '' && words !== found.question,
    );
    const detail =
      result.length > 0
        ? explained('trace_searched', { question: result.join('”, “') })
        : explained('trace_none_wanted');
    return { result, detail };
  };
  const wanted = await trace.attempt<readonly string[]>(...named, nameSearches, {
    signal,
    otherwise: [],
    failed,
  });
  const results: Retrieval[] = [];
  try {
    for (const words of wanted) results.push(await search(words));
  } catch (error) {
    signal.throwIfAborted();
    trace.add(...named, { status: 'fallback', ...failed(reasonOf(error)) });
  }
  return joined(found, results);
}

/** Each thing found by itself adds its best passages; where all of them are answered, so is the question. */
function joined(found: Found, results: readonly Retrieval[]): Found {
  const passages = [...found.passages];
  for (const result of results)
    for (const passage of result.passages.slice(0, addedBySearch))
      if (
        !passages.some(
          ({ identity, articleId }) => identity === passage.identity && articleId === passage.articleId,
        )
      )
        passages.push(passage);
  const isAnswered = results.length > 1 && results.every(({ evidence }) => evidence.level === 'answers');
  return {
    ...found,
    passages,
    evidence: isAnswered ? { ...found.evidence, level: 'answers' } : found.evidence,
  };
}

const Reply = z.object({ searches: z.array(z.string().max(longestSearch)).max(mostSearches) });

const promptFor = (question: string): Message[] => [
  {
    role: 'system',
    content:
      'You prepare questions for a search over the articles of one website. Input: a question, between tags. Task: if it compares things or ' +
      `lists things that stand in different articles, name at most ${mostSearches} searches, each for one of the things; otherwise none. ` +
      `Rules: a search is a few words that name one thing, in the language of the question. ${dataRule} ` +
      'Output: one JSON object and nothing else: {"searches": ["…", "…"]}, or {"searches": []}.',
  },
  { role: 'user', content: asData('question', question) },
];
