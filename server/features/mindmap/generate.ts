import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { Fault, invalid, isFault, unavailable } from '../../kit/fault.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { Article } from '../../ports/host.ts';
import type { ChatPart, Models } from '../../ports/models.ts';
import { articleText, headingsOf, isEmpty, type ArticleBlock } from './article-text.ts';
import { cleanText } from './outline/clean-text.ts';
import { toMindMap } from './outline/to-mind-map.ts';
import { depthOf, type MapNode } from './outline/node.ts';
import { writeOutline } from './outline/write-outline.ts';
import { mindMapPrompt } from './prompt.ts';

/** How a map is drawn. */
export interface GenerateSettings {
  readonly settings: ConfigGroups['mindmap'];
  /** Name of the model; `''` is the default one. */
  readonly model: string;
}

/** One map may take this long. */
const drawMs = 180_000;
/** In an article of fewer UTF-16 units a good model may find nothing to draw. */
const shortArticle = 200;
/** UTF-16 units of an answer that are read. */
const answerLength = 64_000;
/** Nodes that a torn answer must have; fewer would stand in the place of a whole map. */
const fewestOfTorn = 2;

/**
 * Draws the map of an article as Markdown that is safe to store and show. Throws `invalid` for an article with too little
 * text, `upstream` when the answer holds no outline, and the Faults of the model.
 */
export async function generateMap(
  deps: {
    readonly models: Pick<Models, 'chat'>;
    readonly readBlocks: (body: Article['body']) => readonly ArticleBlock[];
  },
  article: Article,
  { settings, model }: GenerateSettings,
  signal: AbortSignal,
): Promise<string> {
  const blocks = deps.readBlocks(article.body);
  if (isEmpty(blocks)) throw invalid('The article has no text');
  // Reading, drawing and checking are a few milliseconds each; others have their turn in between.
  await yieldToEventLoop();
  const maxDepth = depthOf(settings.maxDepth);
  const title = cleanText(article.title) || article.id;
  const markdown = articleText(blocks, settings.maxInputLength, 'builtin');
  const text = articleText(blocks, settings.maxInputLength, 'model');
  const wishes = settings.extraPrompt.trim();
  const answer = await withTimeout(drawMs, signal, (limit) =>
    answerOf(
      deps.models.chat({
        model,
        scenario: 'mindmap_generate',
        task: { kind: 'mindmap', title, markdown, maxDepth },
        messages: mindMapPrompt({ title, text, maxDepth, wishes }),
        temperature: settings.temperature,
        maxTokens: settings.maxTokens,
        reasoning: 'disabled',
        signal: limit,
      }),
    ),
  ).catch((error: unknown) => {
    throw plainFailure(error, signal);
  });
  await yieldToEventLoop();
  const map = toMindMap(answer.text, title, headingsOf(blocks), maxDepth);
  if (!map && markdown.length < shortArticle) throw invalid('There is too little in the article for a map');
  if (!map) throw new Fault('upstream', 'The model answered without an outline');
  if (answer.torn && below(map) < fewestOfTorn)
    throw new Fault(
      'upstream',
      `The model stopped at its limit of ${settings.maxTokens} tokens before there was a map; raise mindmap.maxTokens`,
    );
  return writeOutline(map);
}

/** A call that was broken off or took too long is nobody's bug. */
function plainFailure(error: unknown, signal: AbortSignal): unknown {
  if (isFault(error)) return error;
  if (signal.aborted) return unavailable('The drawing was broken off', error);
  const late = error instanceof Error && error.name === 'TimeoutError';
  return late ? new Fault('upstream', 'The model took too long', { upstreamKind: 'timeout' }, error) : error;
}

/** The text of an answer as far as it is read; a line that the token limit has torn is left out. */
async function answerOf(
  parts: AsyncIterable<ChatPart>,
): Promise<{ readonly text: string; readonly torn: boolean }> {
  let text = '';
  for await (const part of parts) {
    if (part.type === 'text') text += part.text;
    const torn = part.type === 'finish' && part.reason === 'length';
    if (torn || text.length > answerLength) {
      const whole = text.slice(0, answerLength);
      return { text: whole.slice(0, whole.lastIndexOf('\n') + 1), torn: true };
    }
    if (part.type === 'finish' && part.reason === 'filtered')
      throw new Fault('upstream', 'The provider of the model withheld its answer');
  }
  return { text, torn: false };
}

const below = ({ children }: MapNode): number => children.reduce((sum, child) => sum + 1 + below(child), 0);
