import { unavailable } from '../../server/kit/fault.ts';
import { imageInput } from '../../server/kit/model-named.ts';
import type {
  ChatCall,
  ChatPart,
  EmbedCall,
  ImageCall,
  ModelInfo,
  ModelKind,
  Models,
  RerankCall,
} from '../../server/ports/models.ts';
import { plainPng } from './png.ts';

/** Answer of a scripted chat: a text, its parts (a finish is added when missing), or an error to throw. */
export type FakeAnswer = string | readonly ChatPart[] | AsyncIterable<ChatPart> | Error;

export interface FakeScript {
  /** The answer to a chat call; `nth` counts the chat calls from 1. Without it the question is repeated. */
  readonly chat?: (call: ChatCall, nth: number) => FakeAnswer;
  /** Scores of documents; without it the share of the query's characters they hold. */
  readonly rerank?: (call: RerankCall) => readonly number[];
  /** Without it a plain PNG of the wanted size. */
  readonly image?: (call: ImageCall) => Uint8Array;
  /** Length of vectors when the call names none; 16 without it. */
  readonly dimensions?: number;
  /** The vector of a text; without it one of its characters. */
  readonly vector?: (text: string) => readonly number[];
  /** The chat model reads pictures. */
  readonly readsImages?: boolean;
  /** The kinds that have a model, named `fake-<kind>`; all of them without it. */
  readonly kinds?: readonly ModelKind[];
}

/** Models without latency, a network or chance; they remember what they were asked. */
export interface FakeModels extends Models {
  readonly calls: {
    readonly chat: readonly ChatCall[];
    readonly embedding: readonly EmbedCall[];
    readonly rerank: readonly RerankCall[];
    readonly image: readonly ImageCall[];
  };
  /** Lets the next calls of a kind fail. */
  fail(kind: ModelKind, error: Error, times?: number): void;
}

export function createFakeModels(script: FakeScript = {}): FakeModels {
  const { kinds = ['chat', 'embedding', 'rerank', 'image'], dimensions = 16 } = script;
  const models = kinds.map((kind) => infoOf(kind, dimensions, script.readsImages === true));
  const calls = {
    chat: [] as ChatCall[],
    embedding: [] as EmbedCall[],
    rerank: [] as RerankCall[],
    image: [] as ImageCall[],
  };
  const failures: { kind: ModelKind; error: Error }[] = [];

  function enter<C extends { readonly model: string; readonly signal: AbortSignal }>(
    kind: ModelKind,
    call: C,
    seen: C[],
  ): void {
    call.signal.throwIfAborted();
    seen.push(call);
    if (!models.some((model) => model.kind === kind && (call.model === '' || call.model === model.name))) {
      throw unavailable(`The ${kind} model "${call.model}" is not in the model-management component`);
    }
    const planned = failures.findIndex((failure) => failure.kind === kind);
    if (planned >= 0) throw failures.splice(planned, 1)[0]?.error;
  }

  return {
    calls,
    fail: (kind, error, times = 1) =>
      failures.push(...Array.from({ length: times }, () => ({ kind, error }))),
    list: (kind) => models.filter((model) => kind === undefined || model.kind === kind),
    defaultOf: (kind) => models.find((model) => model.kind === kind),
    async *chat(call) {
      enter('chat', call, calls.chat);
      const answer = script.chat?.(call, calls.chat.length) ?? questionOf(call);
      if (answer instanceof Error) throw answer;
      let finished = false;
      for await (const part of typeof answer === 'string' ? wordsOf(answer) : answer) {
        call.signal.throwIfAborted();
        finished ||= part.type === 'finish';
        yield part;
      }
      call.signal.throwIfAborted();
      if (!finished)
        yield { type: 'finish', reason: 'stop', usage: { promptTokens: 10, completionTokens: 5 } };
    },
    async embed(call) {
      enter('embedding', call, calls.embedding);
      const vectors = call.texts.map((text) =>
        script.vector
          ? Float32Array.from(script.vector(text))
          : vectorOf(text, call.dimensions ?? dimensions),
      );
      return { vectors, usage: { promptTokens: call.texts.reduce((sum, text) => sum + text.length, 0) } };
    },
    async rerank(call) {
      enter('rerank', call, calls.rerank);
      const scores = script.rerank?.(call) ?? call.documents.map((document) => overlap(call.query, document));
      const ranks = scores
        .map((score, index) => ({ index, score }))
        .toSorted((a, b) => b.score - a.score || a.index - b.index);
      return { ranks: ranks.slice(0, call.topN), usage: { promptTokens: call.documents.length } };
    },
    async image(call) {
      enter('image', call, calls.image);
      const image = script.image?.(call) ?? plainPng(call.width, call.height, [200, 120, 40, 255]);
      return { images: [image], usage: { promptTokens: 10, completionTokens: 100 } };
    },
  };
}

const infoOf = (kind: ModelKind, dimensions: number, seesPictures: boolean): ModelInfo => ({
  name: `fake-${kind}`,
  kind,
  provider: 'fake',
  modelId: `fake-${kind}-1`,
  builtin: false,
  features: featuresOf(kind, seesPictures),
  ...(kind === 'embedding' ? { dimensions } : {}),
});

function featuresOf(kind: ModelKind, seesPictures: boolean): string[] {
  if (kind === 'image') return ['text-to-image', 'image-to-image'];
  return kind === 'chat' && seesPictures ? [imageInput] : [];
}

const questionOf = (call: ChatCall) => call.messages.findLast(({ role }) => role === 'user')?.content ?? 'ok';

const wordsOf = (text: string): ChatPart[] =>
  (text.match(/(?:^\s*)?\S{1,8}\s*/gu) ?? []).map((word) => ({ type: 'text', text: word }));

/** A unit vector of the text's character pairs: equal texts are equal, similar ones near. */
function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const letters = Array.from(text.toLowerCase());
  letters.forEach((letter, place) => {
    const slot = hash(letter + (letters[place + 1] ?? '')) % dimensions;
    vector[slot] = (vector[slot] ?? 0) + 1;
  });
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** FNV-1a, 32 bits. */
const hash = (text: string) =>
  Array.from(text).reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  );

function overlap(query: string, document: string): number {
  const letters = new Set(query.toLowerCase().replace(/\s/g, ''));
  const found = [...letters].filter((letter) => document.toLowerCase().includes(letter));
  return letters.size === 0 ? 0 : found.length / letters.size;
}
