import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { explained } from '../../kit/explained.ts';
import { Fault, invalid, isFault, unavailable, isTimeout } from '../../kit/fault.ts';
import { modelNamed } from '../../kit/model-named.ts';
import { wholeAnswer, type WholeAnswer } from '../../model-calls/collect-text.ts';
import { estimateMessages } from '../../model-calls/estimate.ts';
import { answerTokens, fittingCall, roomIn, textWithin, type Window } from '../../model-calls/window.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { Article } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import { articleText, linkableHeadings, hasNoText, type ArticleBlock } from './article-text.ts';
import { cleanText } from './outline/clean-text.ts';
import { toMindMap } from './outline/to-mind-map.ts';
import { depthOf, type MapNode } from './outline/node.ts';
import { withoutInventions } from './outline/without-inventions.ts';
import { writeOutline } from './outline/write-outline.ts';
import { mindMapPrompt } from './prompt.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';

/** Settings and model of a map. */
export interface GenerateSettings {
  readonly settings: ConfigGroups['mindmap'];
  /** Model name; `''` for the default. */
  readonly model: string;
}

/** What drawing a map needs. */
export interface MapDeps {
  readonly models: Pick<Models, 'chat' | 'list' | 'defaultOf'>;
  readonly readBlocks: ReadBlocks;
  readonly log: Pick<Log, 'info'>;
}

/** Reads the blocks of an article, with the anchors of its page. */
type ReadBlocks = (body: Article['body'], signal: AbortSignal) => Promise<readonly ArticleBlock[]>;

/** Time limit of one map: nobody waits for it, and a slow model may need minutes to read. */
const drawMs = 1_800_000;
/** In an article with fewer UTF-16 units even a good model may find no structure. */
const shortArticle = 200;
/** Maximum of UTF-16 units read of a reply. */
const answerLength = 64_000;
/** Minimum of nodes in a truncated reply to be accepted. */
const minNodesOfTruncated = 2;

/**
 * Generates the map of an article as Markdown that is safe to store and show. Throws `invalid` for an article with too
 * little text, `upstream` when the reply has no outline, and the Faults of the model.
 */
export async function generateMap(
  deps: MapDeps,
  article: Article,
  { settings, model }: GenerateSettings,
  signal: AbortSignal,
): Promise<string> {
  const blocks = await deps.readBlocks(article.body, signal);
  if (hasNoText(blocks)) throw invalid(explained('mindmap_no_text'));
  // Reading, generating and checking take some milliseconds each, so yield in between.
  await yieldToEventLoop();
  const maxDepth = depthOf(settings.maxDepth);
  const title = cleanText(article.title) || article.id;
  const markdown = articleText(blocks, settings.maxInputLength, 'builtin');
  const answer = await replyOn(
    deps,
    { article, blocks, title, markdown, maxDepth },
    { settings, model },
    signal,
  );
  if (answer.end === 'filtered') throw new Fault('upstream', explained('model_withheld'));
  await yieldToEventLoop();
  const torn = answer.end === 'length';
  const outline = torn ? answer.text.slice(0, answer.text.lastIndexOf('\n') + 1) : answer.text;
  const whole = [title, ...blocks.map((block) => block.text)].join('\n');
  const map = withoutInventions(toMindMap(outline, title, linkableHeadings(blocks), maxDepth), whole);
  if (!map && markdown.length < shortArticle) throw invalid(explained('mindmap_little'));
  if (!map) throw new Fault('upstream', explained('model_no_outline'));
  if (torn && below(map) < minNodesOfTruncated)
    throw new Fault('upstream', explained('model_cut_map', { tokens: settings.maxTokens }));
  return writeOutline(map);
}

interface Drawn {
  readonly article: Pick<Article, 'id'>;
  readonly blocks: readonly ArticleBlock[];
  readonly title: string;
  /** The text for a built-in model. */
  readonly markdown: string;
  readonly maxDepth: ReturnType<typeof depthOf>;
}

/** The reply of the model on as much of the article as fits into its window: whole sections from the beginning, then headings. */
async function replyOn(
  { models, log }: MapDeps,
  { article, blocks, title, markdown, maxDepth }: Drawn,
  { settings, model }: GenerateSettings,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  const wishes = settings.extraPrompt.trim();
  const prompt = (text: string) => mindMapPrompt({ title, text, maxDepth, wishes });
  const cut = (length: number) => articleText(blocks, length, 'model');
  const whole = cut(settings.maxInputLength);
  const prepare = (window: Window | undefined) => {
    const maxTokens = answerTokens(settings.maxTokens, window);
    const text = window
      ? textWithin(cut, settings.maxInputLength, roomIn(window, maxTokens) - estimateMessages(prompt('')))
      : whole;
    if (text.length < whole.length)
      log.info(
        { article: article.id, read: text.length, of: whole.length, windowTokens: window?.tokens },
        'the model reads a part of an article for its mind map: more does not fit into its window',
      );
    const messages = prompt(text);
    const call = {
      model,
      scenario: 'mindmap_generate',
      task: { kind: 'mindmap', title, markdown, maxDepth },
      messages,
      temperature: settings.temperature,
      maxTokens,
      reasoning: 'disabled',
    } as const;
    const run = () =>
      withTimeout(drawMs, signal, (limit) =>
        wholeAnswer(models.chat({ ...call, signal: limit }), answerLength, text),
      );
    return { estimate: estimateMessages(messages), run };
  };
  try {
    return await fittingCall(modelNamed(models, 'chat', model)?.contextTokens, prepare);
  } catch (error) {
    throw plainFailure(error, signal);
  }
}

/** Turns an abort or timeout into a Fault, since it is no bug. */
function plainFailure(error: unknown, signal: AbortSignal): unknown {
  if (isFault(error)) return error;
  if (signal.aborted) return unavailable(explained('mindmap_broken_off'), error);
  const late = isTimeout(error);
  return late
    ? new Fault('upstream', explained('model_too_long'), { upstreamKind: 'timeout' }, error)
    : error;
}

const below = ({ children }: MapNode): number => children.reduce((sum, child) => sum + 1 + below(child), 0);
