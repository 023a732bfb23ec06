import type { RankSignals } from './search-index.ts';
import type { ExpressionMode, PetState, PetStyle } from '../../contract/pets/requests.ts';

/** The kinds of calls a model answers. */
export type ModelKind = 'chat' | 'embedding' | 'rerank' | 'image';

/** A connected model. Never holds a key. */
export interface ModelInfo {
  readonly name: string;
  readonly kind: ModelKind;
  readonly provider: string;
  /** The provider's own name of the model. */
  readonly modelId: string;
  /** Runs inside Docent, without network or price. */
  readonly builtin: boolean;
  /** Installed beside Docent and run by it, without a price. */
  readonly inHouse?: boolean;
  readonly dimensions?: number;
  /** Of an embedding model: vectors compare only where this is the same. Part of their signature. */
  readonly vectorSpace?: string;
  readonly features: readonly string[];
  /** The chat model that answers instead when this one fails before its first token. */
  readonly fallback?: string;
  /** Tokens that it reads and writes in one call, where its file or server says so. */
  readonly contextTokens?: number;
  /** Calls that it serves at once; others wait for their turn. Without it there is no limit. */
  readonly callsAtOnce?: number;
  /** What its server has refused so far; Docent does without. */
  readonly notTaken?: readonly string[];
}

/** Purpose of a call in usage statistics. */
export type Scenario =
  | 'unknown'
  | 'model_test'
  | 'visitor_qa'
  | 'search_answer'
  | 'mark_judge'
  | 'further_searches'
  | 'search_query_rewrite'
  | 'search_hyde'
  | 'search_cross_language'
  | 'search_embedding'
  | 'search_rerank'
  | 'index_embedding'
  | 'curated_embedding'
  | 'keyword_extract'
  | 'summary_generate'
  | 'mindmap_generate'
  | 'writing_assist'
  | 'evaluation_answer'
  | 'evaluation_judge'
  | 'agent_content_gap'
  | 'intent_detect'
  | 'intent_pipeline'
  | 'intent_route_generate'
  | 'pet_master'
  | 'pet_expression';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Pictures behind the text, for models that read them (feature `image-input`). */
  readonly images?: readonly MessageImage[];
}

/** A picture as a model is given it: decoded once and made small, so that its size is known. */
export interface MessageImage {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

/** A numbered passage: `article` is the number in `[N]` marks, from 1. */
export interface TaskPassage {
  readonly article: number;
  readonly title: string;
  readonly headingPath: readonly string[];
  /** Fragment of the nearest heading, without `#`; missing or `''` when there is none. */
  readonly anchor?: string;
  /** Days on which the article was published and last changed, `YYYY-MM-DD`. */
  readonly published?: string;
  readonly changed?: string;
  readonly text: string;
  /** How the search found it; missing where it was not searched for. */
  readonly signals?: Pick<RankSignals, 'ngrams' | 'nearness'>;
}

/** A block of an article as Markdown, with its place in the article. */
export interface TaskBlock {
  readonly kind: 'paragraph' | 'list' | 'table' | 'code' | 'quote';
  readonly markdown: string;
  /** Texts of the headings above, outermost first. */
  readonly headingPath: readonly string[];
  /** Fragment of the nearest heading, without `#`; `''` when there is none. */
  readonly anchor: string;
}

/** The place in the first article of the passages that a built-in model quotes. */
export interface QuotedPlace {
  readonly headingPath: readonly string[];
  readonly anchor: string;
  /** The sentence, item or row for which the place was chosen, as Markdown; none for code. */
  readonly sentence?: string;
}

/**
 * The task as data. A remote model reads the messages, a built-in model this. `text` tasks need a language model; a
 * built-in model refuses them with `unavailable`.
 */
export type ChatTask =
  | {
      readonly kind: 'answer';
      readonly question: string;
      readonly passages: readonly TaskPassage[];
      /** All blocks of the first article, where known; otherwise a built-in model quotes from its passages. */
      readonly blocks?: readonly TaskBlock[] | undefined;
      readonly brief: boolean;
    }
  | { readonly kind: 'excerpt'; readonly title: string; readonly text: string; readonly maxLength: number }
  | { readonly kind: 'mindmap'; readonly title: string; readonly markdown: string; readonly maxDepth: number }
  | { readonly kind: 'writing'; readonly action: string; readonly text: string; readonly instruction: string }
  | {
      readonly kind: 'judge';
      readonly question: string;
      readonly reference: string;
      readonly answer: string;
      readonly passages: readonly TaskPassage[];
    }
  | { readonly kind: 'ping' }
  | { readonly kind: 'text'; readonly what: string };

/** Fields of every call for the ledger and limits. */
export interface CallPurpose {
  readonly scenario: Scenario;
  readonly logId?: string;
  /** The failed model that this one replaces. */
  readonly fallbackFor?: string;
  /** Told once, when the call has ended in any way, what was booked for it. */
  readonly booked?: (call: BookedCall) => void;
}

/** Tokens booked for a call by the name of its model; estimated where the provider gave none, also for a failed call. */
export interface BookedCall {
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly embeddingTokens: number;
}

export interface ChatCall extends CallPurpose {
  /** Model name; `''` for the default of its kind. */
  readonly model: string;
  readonly task: ChatTask;
  readonly messages: readonly Message[];
  readonly temperature?: number;
  /** Output limit in tokens. */
  readonly maxTokens?: number;
  /** `default` leaves it to the provider; reasoning parts are passed on in any case. */
  readonly reasoning?: 'default' | 'enabled' | 'disabled';
  /** Requests one JSON object. */
  readonly json?: boolean;
  /** JSON schema of that object, for servers that keep to one. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Tokens as counted by the provider; `undefined` where it sent none. */
export interface ModelUsage {
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /** Those of `promptTokens` that the provider did not read anew. */
  readonly cachedTokens?: number;
  /** Requests of this call that were given up before one was answered; not counted, but perhaps charged. */
  readonly unanswered?: number;
  /** What requests of this call have taken that failed before one was answered, as far as the provider says so; not counted above. */
  readonly failed?: { readonly promptTokens: number; readonly completionTokens: number };
}

/**
 * A part of a chat answer. `finish` comes last, exactly once, unless the call throws; `quoted` comes before the text of
 * a built-in model that quotes one place. `turn` comes first where the call waits for its turn, with the number of calls
 * before it, and once more with 0 when its turn has come.
 */
export type ChatPart =
  | { readonly type: 'turn'; readonly ahead: number; readonly expectedMs: number }
  | { readonly type: 'quoted'; readonly place: QuotedPlace }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'finish';
      readonly reason: 'stop' | 'length' | 'filtered' | 'other';
      readonly usage: ModelUsage;
      /** The model that answered, when it was another than the requested one. */
      readonly model?: string;
      /** The failure of the requested one, when another answered in its place. */
      readonly failed?: { readonly model: string; readonly error: unknown };
    };

export interface EmbedCall extends CallPurpose {
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimensions?: number;
  /** Accepts vectors of any length; for tests of a model. */
  readonly anyDimensions?: boolean;
  readonly signal: AbortSignal;
}

export interface RerankCall extends CallPurpose {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
  readonly topN: number;
  readonly signal: AbortSignal;
}

/** The image task as data. A remote model reads the prompt, the built-in model this. */
export type ImageTask =
  | { readonly kind: 'pet-master'; readonly style: PetStyle }
  | {
      readonly kind: 'pet-expression';
      readonly state: PetState;
      readonly mode: ExpressionMode;
      /** Face region, as fractions of the image's width and height. */
      readonly region?: {
        readonly centerX: number;
        readonly centerY: number;
        readonly width: number;
        readonly height: number;
      };
    }
  | { readonly kind: 'probe' };

export interface ImageCall extends CallPurpose {
  readonly model: string;
  /** Without a task a built-in model reads the prompt. */
  readonly task?: ImageTask;
  readonly prompt: string;
  /** Present for image-to-image. */
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string };
  /** PNG whose transparent pixels may change. */
  readonly mask?: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly signal: AbortSignal;
}

/**
 * The connected models. Calls throw the Faults `upstream` (the provider failed; with `upstreamStatus` and a redacted
 * reason), `unavailable` (no such model, or a built-in cannot do the task), and the signal's reason when aborted.
 * `usage.meter` wraps it with limits and the ledger, once, at the root.
 */
export interface Models {
  list(kind?: ModelKind): readonly ModelInfo[];
  /** The default model of a kind (name `''`), `undefined` when none is connected. */
  defaultOf(kind: ModelKind): ModelInfo | undefined;
  chat(call: ChatCall): AsyncIterable<ChatPart>;
  embed(call: EmbedCall): Promise<{ readonly vectors: readonly Float32Array[]; readonly usage: ModelUsage }>;
  rerank(call: RerankCall): Promise<{
    readonly ranks: readonly { readonly index: number; readonly score: number }[];
    readonly usage: ModelUsage;
  }>;
  image(call: ImageCall): Promise<{ readonly images: readonly Uint8Array[]; readonly usage: ModelUsage }>;
}
