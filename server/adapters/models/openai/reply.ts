import type { ChatPart, ModelUsage } from '../../../ports/models.ts';
import type { Chunk, FinishReason } from './chunk.ts';
import { createEndTrimmer } from './end-tokens.ts';
import { createUnwrapper } from './unwrapper.ts';
import { createTagSplitter, type TaggedPiece } from './reasoning-tags.ts';

/** Assembles an answer from chunks. */
export interface Reply {
  /** True after a finish reason. */
  readonly finished: boolean;
  /** True when the usage has arrived, which is sent at the end. */
  readonly hasUsage: boolean;
  /** What the provider has reported until now. */
  readonly usage: ModelUsage;
  /** True when text has come, and nothing has shown that a finish reason will follow. */
  readonly mayEndPlainly: boolean;
  /** True after the end mark. */
  readonly ended: boolean;
  /** Whether the content began inside reasoning; `undefined` where nothing tells. */
  readonly startedInside: boolean | undefined;
  take(chunk: Chunk): void;
  end(): void;
  /** Parts added since the last call. */
  drain(): readonly ChatPart[];
  /** The last parts, with the finish. */
  close(): readonly ChatPart[];
}

/** Text in pieces that may end within a character; half of one that the other half never follows is replaced. */
function createWholeCharacters() {
  let half = '';
  return (piece: string): string => {
    if (piece === '') return '';
    const text = half + piece;
    half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
    return text.slice(0, text.length - half.length).toWellFormed();
  };
}

/** What two reports of one answer say: counts go up, and some servers send those of the prompt first and those of the answer last. */
const later = (before: ModelUsage, now: ModelUsage = {}): ModelUsage =>
  Object.fromEntries(
    (['promptTokens', 'completionTokens', 'cachedTokens'] as const).flatMap((name) => {
      const counts = [before[name], now[name]].filter((count) => count !== undefined);
      return counts.length === 0 ? [] : [[name, Math.max(...counts)]];
    }),
  );

/** @param reasoningStartsAtOnce see `createTagSplitter` */
export function createReply(reasoningStartsAtOnce: boolean): Reply {
  const splitter = createTagSplitter(reasoningStartsAtOnce);
  let trimmer = createEndTrimmer();
  let unwrapper = createUnwrapper();
  /** Reasoning from its own field, collected until text arrives. */
  let thoughts: string[] | undefined = [];
  let pieces: { type: TaggedPiece['type']; text: string }[] = [];
  let finish: FinishReason | undefined;
  let usage: ModelUsage = {};
  let refuses = false;
  let ended = false;
  let hasText = false;
  let awaitsFinish = false;
  let startedInside: boolean | undefined;
  const whole = { text: createWholeCharacters(), reasoning: createWholeCharacters() };

  /** What has not been passed on yet turns out to be reasoning. */
  const rethink = () => {
    startedInside = true;
    const held = unwrapper.push(trimmer.end()) + unwrapper.end();
    if (held !== '') append('text', held);
    [trimmer, unwrapper] = [createEndTrimmer(), createUnwrapper()];
    for (const piece of pieces) piece.type = 'reasoning';
  };
  const add = ({ type, text: said }: TaggedPiece) => {
    const text = type === 'text' ? unwrapper.push(trimmer.push(said)) : said;
    if (text === '') return;
    append(type, text);
  };
  const append = (type: TaggedPiece['type'], text: string) => {
    if (type === 'text') thoughts = undefined;
    const last = pieces.at(-1);
    if (last?.type === type) last.text += text;
    else pieces.push({ type, text });
  };
  const drain = () => {
    const parts = pieces;
    pieces = [];
    return parts;
  };

  return {
    get finished() {
      return finish !== undefined;
    },
    get hasUsage() {
      return usage.completionTokens !== undefined && finish !== undefined;
    },
    get usage() {
      return usage;
    },
    get mayEndPlainly() {
      return hasText && !awaitsFinish;
    },
    get ended() {
      return ended;
    },
    get startedInside() {
      return startedInside;
    },
    take(chunk) {
      const reasoning = whole.reasoning(chunk.reasoning);
      if (reasoning !== '') {
        splitter.reasoningApart();
        append('reasoning', reasoning);
        thoughts?.push(reasoning);
      }
      const text = whole.text(chunk.text);
      if (text !== '') {
        const found = splitter.push(text);
        if (splitter.startedInside && startedInside === undefined) rethink();
        for (const piece of found) add(piece);
      }
      hasText ||= chunk.text !== '';
      awaitsFinish ||= chunk.awaitsFinish ?? false;
      refuses ||= chunk.refuses ?? false;
      finish = chunk.finish ?? finish;
      usage = later(usage, chunk.usage);
    },
    end() {
      ended = true;
    },
    drain,
    close() {
      const assumed = splitter.end(finish === 'length');
      // Reasoning that was only assumed, and that nothing closed, was the answer.
      if (reasoningStartsAtOnce && assumed.some(({ type }) => type === 'text')) startedInside = false;
      for (const piece of assumed) add(piece);
      const rest = unwrapper.push(trimmer.end()) + unwrapper.end();
      if (rest !== '') append('text', rest);
      // Some servers send the whole answer as reasoning: when the model has stopped normally without text, the reasoning is the answer.
      const answer = (finish === 'stop' ? (thoughts ?? []) : []).join('').trim();
      if (answer !== '') append('text', answer);
      return [...drain(), { type: 'finish', reason: refuses ? 'filtered' : (finish ?? 'other'), usage }];
    },
  };
}
