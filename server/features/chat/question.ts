import type { Citation, StructuredResult } from '../../../contract/articles/articles.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { HistoryItem } from '../../../contract/chat/chat.ts';
import type { TrialGroup, TrialPatch } from '../../../contract/evaluations/trial.ts';
import type { StreamEvent } from '../../../contract/events.ts';
import type { Trace } from '../../kit/trace.ts';
import type { AnswerTraces } from '../../ports/answer-traces.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { CallPurpose, Models, ModelUsage, Scenario, TaskBlock } from '../../ports/models.ts';
import type { AnswerCache } from '../answer-cache/answer-cache.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import type { CuratedAnswers } from '../curated-answers/curated-answers.ts';
import type { KnownVectors, QuestionEmbedding, Retrieve, Scope } from '../knowledge/knowledge.ts';
import type { Judges } from './mark-judge/judge-trial.ts';
import type { PageArticle } from './grounding/page.ts';
import type { SiteWords } from './small-talk/reply.ts';

/** A question and the options of its answer. */
export interface Question {
  readonly question: string;
  readonly history: readonly HistoryItem[];
  readonly kind: 'chat' | 'search';
  readonly scenario: Scenario;
  readonly signal: AbortSignal;
  /** The part of the site that the answer is from; all of it without one. */
  readonly scope?: Scope | undefined;
  readonly intentRouteId?: string | undefined;
  /** The page that the visitor reads, as a path or an address. */
  readonly pageUrl?: string | undefined;
  /** The page from which is asked: where pages have versions, its version answers first. */
  readonly askedFrom?: string | undefined;
  /** Action on that page; the default is `ask`. */
  readonly pageTask?: 'ask' | 'summarise' | undefined;
  /** True for clients that may render the text as HTML: `<` is then escaped. */
  readonly escaped?: boolean;
  /** `undefined` leaves the choice to the configuration. */
  readonly reasoning?: boolean | undefined;
  /** The visitor; limits, switches and logs apply only when set. */
  readonly visitor?: {
    readonly address: string;
    readonly userAgent: string;
    /** The program by which the question came, if it was not asked on a page. */
    readonly askedBy?: 'mcp' | 'v1';
  };
  /** Who asks instead of a visitor: their questions are logged apart from those of visitors. */
  readonly askedBy?: 'editor' | 'evaluation';
  /** What the client calls the conversation. */
  readonly conversationId?: string | undefined;
  readonly trace?: Trace;
  /** False when the answer is returned in one reply. */
  readonly streamed?: boolean;
  /** Settings to try instead of the saved ones. */
  readonly settings?: TrialPatch;
  /** Called with the cause of a failed answer; the reply has a friendly message only. */
  readonly failed?: (error: unknown) => void;
  /** Called at the end with the tokens of the model that answered; empty when none was asked. */
  readonly spent?: (tokens: ModelUsage) => void;
}

/** What the steps of an answer share. */
export interface Journey {
  readonly trace: Trace;
  readonly settings: AnswerSettings;
  /** Tag of the visitor's language. */
  readonly language: string;
  /** Vectors that were made for this answer. */
  readonly vectors: KnownVectors;
  readonly logId?: string;
}

/** Settings of one answer, read once, so that a save during the answer does not affect it. */
export type AnswerSettings = Pick<ConfigGroups, TrialGroup | 'search'>;

/** Answer of an intent route: articles of the host, never model text. */
export interface IntentAnswer {
  readonly route: string;
  readonly leadIn: string;
  readonly citations: readonly Citation[];
  readonly structuredResult: StructuredResult;
}

/** Context for intent routes beside the question. */
export interface RoutingContext {
  readonly trace: Trace;
  readonly logId?: string | undefined;
  /** The language model to ask, `''` for the default. */
  readonly model: string;
}

/** Result of the intent routes for a question. */
export interface Routed {
  /** True when a route has taken the question and found nothing for it. */
  readonly isEmptyRoute?: boolean;
  /** `undefined` leaves the question to retrieval. */
  readonly answer: IntentAnswer | undefined;
  /** True when a model was asked, so that the answer counts for the visitor's limits. */
  readonly askedModel: boolean;
}

/** Limits checked before any work is done for a visitor. All throw the Fault `limited`. */
export interface AdmissionLimits {
  /** Counts one answer of a visitor; call `refund` when it needed no model. */
  reserve(address: string): Promise<{ refund(): Promise<void> }>;
  checkModel(model: string, purpose: CallPurpose): Promise<void>;
  /** Counts one search of a visitor. */
  search(address: string): Promise<void>;
  /** Counts one answer of a visitor that costs nothing. */
  freeAnswer(address: string): Promise<void>;
}

export interface ChatDeps {
  readonly config: { all(): Promise<AnswerSettings> };
  /** Answer of the matching or named route; throws `not-found` when the named one is unknown or disabled. */
  readonly routeIntent: (ask: Question, journey: RoutingContext) => Promise<Routed>;
  /** The answer that the owner of the site has written for a question. */
  readonly curatedAnswer?: CuratedAnswers['answerTo'];
  /** Answers of language models that are given again to the same question. */
  readonly cache?: Pick<AnswerCache, 'find' | 'keep'>;
  /** Changes with every intent route. */
  readonly routesRevision?: () => Promise<string>;
  readonly retrieve: Retrieve;
  /** The vector that the retrieval of a question searches with. */
  readonly questionVector?: QuestionEmbedding['ofQuestion'];
  /** Notes that a question was answered in the console. */
  readonly tried?: () => Promise<void>;
  /** Blocks of articles by id, for quotations. */
  readonly blocks: (articleIds: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
  /** The article of a page. */
  readonly page: (url: string) => Promise<PageArticle | undefined>;
  /** The version of a page by its address, where the rules of the site give it one. */
  readonly versionOf?: (url: string) => Promise<string | undefined>;
  /** Title and welcome questions of the site, in a language. */
  readonly site: (language: string, chat: ConfigGroups['chat']) => Promise<SiteWords>;
  /** The site's title in a language. */
  readonly siteTitle: (language: string) => string;
  /** Languages in which the site is written, the commonest first. */
  readonly siteLanguages: () => Promise<readonly string[]>;
  /** Language tag of a text. */
  readonly detectLanguage: (text: string, likely?: () => Promise<readonly string[]>) => Promise<string>;
  readonly models: Models;
  /** Whether models are fit to have a second look at marks. */
  readonly judges: Judges;
  readonly limits: AdmissionLimits;
  readonly logs: Pick<ChatLogs, 'begin'> & Partial<Pick<ChatLogs, 'assertRoom'>>;
  /** Origin of the site, where links may lead. */
  readonly siteOrigin: () => string | undefined;
  /** Takes answers for a collector of traces. */
  readonly traces?: AnswerTraces | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers a question as a stream of events; all ways of asking use it. */
export type Answer = (ask: Question) => AsyncGenerator<StreamEvent>;
