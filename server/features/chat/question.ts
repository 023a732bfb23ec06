import type { Citation, StructuredResult } from '../../../contract/articles/articles.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { HistoryItem } from '../../../contract/chat.ts';
import type { TrialGroup, TrialPatch } from '../../../contract/evaluations/trial.ts';
import type { StreamEvent } from '../../../contract/events.ts';
import type { Trace } from '../../kit/trace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { CallPurpose, Models, Scenario, TaskBlock } from '../../ports/models.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import type { Retrieve } from '../knowledge/knowledge.ts';
import type { PageArticle } from './grounding/page.ts';
import type { SiteWords } from './small-talk/reply.ts';

/** One question and all that decides how it is answered. */
export interface Question {
  readonly question: string;
  readonly history: readonly HistoryItem[];
  readonly kind: 'chat' | 'search';
  readonly scenario: Scenario;
  readonly signal: AbortSignal;
  readonly intentRouteId?: string | undefined;
  /** The page that the visitor reads, as a path or an address. */
  readonly pageUrl?: string | undefined;
  /** Action on that page; the default is `ask`. */
  readonly pageTask?: 'ask' | 'summarise' | undefined;
  /** The text goes to clients that may render it as HTML: signs that open a tag are escaped. */
  readonly escaped?: boolean;
  /** `undefined` leaves the choice to the configuration. */
  readonly reasoning?: boolean | undefined;
  /** Role of the caller; switches, limits and logs apply to visitors only. */
  readonly visitor?: { readonly address: string; readonly userAgent: string };
  readonly trace?: Trace;
  /** False when the answer goes out in one reply. */
  readonly streamed?: boolean;
  /** Settings to try in place of the saved ones. */
  readonly settings?: TrialPatch;
  /** Told why an answer failed; its reader gets friendly words only. */
  readonly failed?: (error: unknown) => void;
}

/** The settings of one answer, read once: a save in its middle concerns the next one. */
export type AnswerSettings = Pick<ConfigGroups, TrialGroup | 'search'>;

/** The answer of an intent route: articles from the host's data, never from model text. */
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
  /** `undefined` leaves the question to retrieval. */
  readonly answer: IntentAnswer | undefined;
  /** A model was asked on the way, so that the answer counts for the visitor's limits. */
  readonly askedModel: boolean;
}

/** Limits that are checked before any model is called. Both throw the Fault `limited`. */
export interface AdmissionLimits {
  /** Counts one answer of a visitor; `giveBack` when it needed no model. */
  reserve(address: string): Promise<{ refund(): Promise<void> }>;
  checkModel(model: string, purpose: CallPurpose): Promise<void>;
}

export interface ChatDeps {
  readonly config: { all(): Promise<AnswerSettings> };
  /** The answer of the route that matches, or of the one named; throws `not-found` when that is unknown or off. */
  readonly routeIntent: (ask: Question, journey: RoutingContext) => Promise<Routed>;
  readonly retrieve: Retrieve;
  /** The blocks of articles by id, for quoting. */
  readonly blocks: (articleIds: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
  /** The article of a page of the site. */
  readonly page: (url: string) => Promise<PageArticle | undefined>;
  /** The site's title and welcome questions in a language. */
  readonly site: (language: string, chat: ConfigGroups['chat']) => Promise<SiteWords>;
  /** The site's title in a language. */
  readonly siteTitle: (language: string) => string;
  /** The language tag of a text. */
  readonly detectLanguage: (text: string) => Promise<string>;
  readonly models: Models;
  readonly limits: AdmissionLimits;
  readonly logs: Pick<ChatLogs, 'begin'> & Partial<Pick<ChatLogs, 'assertRoom'>>;
  /** The site's own origin, where links may lead. */
  readonly siteOrigin: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers a question as a stream of events; every way of asking is a use of this one. */
export type Answer = (ask: Question) => AsyncGenerator<StreamEvent>;
