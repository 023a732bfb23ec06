import { explained, type ExplainedText } from '../../kit/explained.ts';
import { conflict, Fault, isTimeout } from '../../kit/fault.ts';
import { modelNamed } from '../../kit/model-named.ts';
import { guessLanguage, type Language } from '../../text/language.ts';
import { wholeAnswer, type WholeAnswer } from '../../model-calls/collect-text.ts';
import { estimateMessages } from '../../model-calls/estimate.ts';
import { answerTokens, fittingCall, roomIn, textWithin, type Window } from '../../model-calls/window.ts';
import { sentences } from '../../text/sentences.ts';
import { truncate } from '../../text/text.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { Article } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import { sanitizeText } from './sanitize-text.ts';
import { allOf, proseOf, type Extract } from './article-text.ts';
import { excerptPrompt } from './prompt.ts';
import { checkFaithfulness, type Supported } from './faithfulness-check.ts';

/** Settings of an excerpt: lengths in characters, output limit in tokens. */
export interface GenerateSettings {
  readonly maxLength: number;
  readonly inputLength: number;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly prompt: string;
}

/** A generated text, and the name of its model. */
export interface Generated {
  readonly text: string;
  readonly model: string;
}

/** Generates an excerpt without storing it. */
export type Generate = (
  article: Article,
  settings: GenerateSettings,
  signal: AbortSignal,
  /** Called before each model call, at most {@link maxCalls} times. */
  onCall?: () => void,
) => Promise<Generated>;

interface WriteDeps {
  readonly models: Pick<Models, 'chat' | 'list' | 'defaultOf'>;
  readonly config: Pick<Config, 'read'>;
  readonly extract: Extract;
  readonly supported: Supported;
  readonly log: Pick<Log, 'info'>;
}

/** One retry for a reply that fails the check. */
const maxCalls = 2;

/** Time limit of a model call, in milliseconds. */
const modelMs = 1_200_000;
/** Maximum of characters read of an article. */
const longestBody = 500_000;

/**
 * Asks the language model for an excerpt and keeps its supported sentences; a reply that fails the check is requested
 * once more with the complaint. Throws `conflict` for an article without text, `upstream` without a usable reply, and
 * the Faults of the model.
 */
export function createGenerate(deps: WriteDeps): Generate {
  const { models, config } = deps;
  return async (article, settings, signal, onCall = () => {}) => {
    const { title, body } = article;
    const blocks = await deps.extract({ ...body, text: body.text.slice(0, longestBody) }, signal);
    const whole = proseOf(blocks);
    if (!/\p{L}/u.test(whole)) throw conflict(explained('excerpt_no_text'));
    const text = wholeLines(whole, settings.inputLength);
    const language = guessLanguage(whole);
    const all = allOf(blocks);
    const supports = (statements: readonly string[]) =>
      deps.supported({ title, text: all, statements }, signal);
    const chosen = (await config.read('models')).aiFoundationChatModelName;
    const model = chosen || (models.defaultOf('chat')?.name ?? '');
    const ask = (complaint: ExplainedText | undefined) =>
      replyOn(deps, { article, text, language, chosen, complaint: complaint?.text ?? '' }, settings, signal);

    let complaint: ExplainedText | undefined;
    let fallback: string | undefined;
    for (let tries = 0; tries < maxCalls; tries++) {
      onCall();
      const reply = await ask(complaint).catch((error: unknown) => {
        throw isTimeout(error) ? new Fault('upstream', explained('language_model_too_long')) : error;
      });
      if (reply.end === 'filtered') throw new Fault('upstream', explained('language_model_withheld'));
      const said =
        reply.end === 'length' ? wholeSentences(sanitizeText(reply.text)) : sanitizeText(reply.text);
      const found = await checkFaithfulness(said, {
        article: whole,
        supports,
        maxLength: settings.maxLength,
      });
      if (found.ok && !found.torn) return { text: found.text, model };
      if (found.ok) fallback ??= found.text;
      complaint = found.ok ? explained('complaint_long') : found.complaint;
      if (reply.end === 'length' && said === '') complaint = explained('complaint_cut');
    }
    if (fallback !== undefined) return { text: fallback, model };
    throw new Fault(
      'upstream',
      explained('model_unusable', { reason: complaint ?? explained('complaint_nothing') }),
    );
  };
}

interface Asked {
  readonly article: Pick<Article, 'id' | 'title'>;
  readonly text: string;
  readonly language: Language;
  readonly chosen: string;
  readonly complaint: string;
}

/** The reply of the model on as much of the text as fits into its window, cut at the end of a sentence or line. */
function replyOn(
  { models, log }: Pick<WriteDeps, 'models' | 'log'>,
  { article: { id, title }, text: whole, language, chosen, complaint }: Asked,
  { maxLength, maxTokens: wanted, temperature, prompt: own }: GenerateSettings,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  const prompt = (text: string) => excerptPrompt({ title, text, language, maxLength, own, complaint });
  const prepare = (window: Window | undefined) => {
    const maxTokens = answerTokens(wanted, window);
    const cut = (length: number) => wholeLines(whole, length);
    const text = window
      ? textWithin(cut, whole.length, roomIn(window, maxTokens) - estimateMessages(prompt('')))
      : whole;
    if (text.length < whole.length)
      log.info(
        { article: id, read: text.length, of: whole.length, windowTokens: window?.tokens },
        'the model reads a part of an article for its excerpt: more does not fit into its window',
      );
    const messages = prompt(text);
    const call = {
      model: chosen,
      task: { kind: 'excerpt', title, text, maxLength },
      messages,
      temperature,
      maxTokens,
      reasoning: 'disabled',
      scenario: 'summary_generate',
    } as const;
    const run = () =>
      withTimeout(modelMs, signal, (limit) =>
        wholeAnswer(models.chat({ ...call, signal: limit }), undefined, text),
      );
    return { estimate: estimateMessages(messages), run };
  };
  return fittingCall(modelNamed(models, 'chat', chosen)?.contextTokens, prepare);
}

/** A reply that was cut at the token limit, up to its last whole sentence. */
function wholeSentences(prose: string): string {
  const last = sentences(prose).at(-1);
  return last && !/[。！？!?｡….]["'”’」』）)\]】》〉]*$/.test(last.text)
    ? prose.slice(0, last.start).trimEnd()
    : prose;
}

/** At most `length` characters, cut at a line or sentence end in the second half, where there is one. */
function wholeLines(text: string, length: number): string {
  if (text.length <= length) return text;
  const room = truncate(text, length);
  const end = Math.max(...['\n', '。', '！', '？', '. '].map((mark) => room.lastIndexOf(mark) + mark.length));
  return end > length / 2 ? room.slice(0, end).trimEnd() : room;
}
