import { parseSelection } from './parse-selection.ts';
import { titlePrompt, topicPrompt } from '../prompt.ts';
import { newestFirst } from './article-facets.ts';
import { firstBy, upTo, type Articles, type StepContext } from './step.ts';
import { onTopicByName, onTopicByTitle, readAliases, topicWords } from '../matching/topic.ts';

/** Maximum of candidates for a model, whatever the parameters. */
const maxCandidates = 1_000;
const topicMs = 18_000;
const titleMs = 8_000;

interface Choice {
  readonly prompt: string;
  readonly candidateLimit: number;
  readonly limit: number;
}

/**
 * Articles on the question's topic, newest first: matched by names or chosen by the model. A question without a topic
 * keeps all, without a model call. When the model fails, the names decide; without matches by name the step fails.
 */
export async function matchTopic(
  articles: Articles,
  { prompt, aliases, candidateLimit, limit }: Choice & { readonly aliases: string },
  context: StepContext,
): Promise<Articles> {
  const { question, facets, warn } = context;
  const candidates = newest(articles, candidateLimit);
  const topic = topicWords(question);
  if (topic.length === 0 && prompt === '') {
    warn('The question names no topic');
    return upTo(candidates, limit);
  }
  const named = onTopicByName(candidates, question, facets, readAliases(aliases));
  if (!(await context.canAsk())) {
    warn('No language model is connected; names and titles decide');
    return upTo(named.size > 0 ? [...named] : onTopicByTitle(candidates, topic, facets), limit);
  }
  const chosen = await chooseByModel(candidates, prompt, context).catch((error: unknown) => {
    if (named.size === 0) throw error;
    warn('The model failed; tags and categories decide');
    return [];
  });
  return upTo(newest([...new Set([...named, ...chosen])], 0), limit);
}

async function chooseByModel(
  candidates: Articles,
  prompt: string,
  { question, ask }: StepContext,
): Promise<Articles> {
  const shown = candidates.slice(0, maxCandidates);
  if (shown.length === 0) return [];
  const messages = topicPrompt(prompt, question, shown);
  const answer = await ask({
    what: 'choosing articles on a topic',
    timeoutMs: topicMs,
    messages,
    maxTokens: 768,
  });
  return parseSelection(answer, shown);
}

/** Articles whose titles the model picks, in its order. Throws the model's errors. */
export async function filterTitles(
  articles: Articles,
  { prompt, candidateLimit, limit }: Choice,
  { question, ask }: StepContext,
): Promise<Articles> {
  const candidates = newest(articles, candidateLimit).slice(0, maxCandidates);
  if (candidates.length === 0) return [];
  const messages = titlePrompt(prompt, question, candidates);
  const answer = await ask({ what: 'choosing titles', timeoutMs: titleMs, messages, maxTokens: 512 });
  return upTo(parseSelection(answer, candidates), limit);
}

const newest = (articles: Articles, limit: number): Articles => firstBy(articles, limit, newestFirst);
