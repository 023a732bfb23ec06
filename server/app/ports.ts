import type { AccountSettings } from '../features/account/account.ts';
import type { RebuildPauses } from '../features/knowledge/knowledge.ts';
import type { FolderFacts, RunningService } from '../features/doctor/doctor.ts';
import type { ImageProcessor } from '../features/pets/pets.ts';
import type { InstallationSetup } from '../features/system/installation.ts';
import type { PriceOf } from '../features/usage/ledger/price.ts';
import type { Database } from '../kit/database.ts';
import type { SentReply } from '../http/server.ts';
import type { SearchEngine } from '../ports/candidates.ts';
import type { AnswerTraces } from '../ports/answer-traces.ts';
import type { Clock } from '../ports/clock.ts';
import type { Host } from '../ports/host.ts';
import type { Log } from '../ports/log.ts';
import type { InHouseAdmin } from '../ports/in-house-models.ts';
import type { ModelAdmin } from '../ports/model-admin.ts';
import type { SiteAdmin } from '../ports/site-admin.ts';
import type { SourcePlaces } from '../ports/source-places.ts';
import type { Models } from '../ports/models.ts';
import type { NoticeChannels } from '../ports/notice-channels.ts';
import type { ReadOutside, ReadPicture } from '../ports/outside.ts';

/** Ports and settings that the service is built from. */
export interface Ports {
  readonly db: Database;
  readonly host: Host;
  /** A search engine shared by all processes; without one, each has an index of its own. */
  readonly engine?: SearchEngine;
  readonly models: Models;
  readonly clock: Clock;
  readonly log: Log;
  readonly account: AccountSettings;
  readonly publicOrigin: string | undefined;
  /** Path of the public address before those of the service; none unless given. */
  readonly basePath?: string;
  /** Where the console's pages are; `/console` unless given. */
  readonly consolePath?: string;
  readonly readOutside: ReadOutside;
  readonly readPicture: ReadPicture;
  /** Ways out for notices, and the encryption of their secrets. */
  readonly noticeChannels: NoticeChannels;
  /** True when only this machine should ask: by the names of loopback. */
  readonly loopbackOnly?: () => boolean;
  readonly trustedProxies: readonly string[];
  /** Further origins whose pages may ask, besides the site's own and those of the configuration. */
  readonly allowedOrigins?: readonly string[];
  /** Identifies this process among those on one database. */
  readonly instanceId: string;
  /** Folder for this process's snapshots of the search index. Without it, every start analyses all texts again. */
  readonly indexFolder?: string;
  /** Folder for copies of the database while they are made; the system's for temporary files unless given. */
  readonly copyFolder?: string;
  /** Pauses of a full rebuild; tests shorten them. */
  readonly rebuildPauses?: RebuildPauses;
  readonly priceOf?: PriceOf;
  /** Takes answers for a collector of traces; missing where the settings name none. */
  readonly answerTraces?: AnswerTraces;
  /** Connects models in the console; missing where models are given from outside. */
  readonly modelAdmin?: ModelAdmin;
  /** Installs the models that this process runs itself; missing where it has no folder of its own. */
  readonly inHouse?: InHouseAdmin;
  /** Reason why the models file on disk is not in force; `''` when it is. */
  readonly modelsProblem?: () => string;
  /** True when other users of the machine can read the data folder. */
  readonly isDataReadableByOthers?: boolean;
  /** Looks for a service on the same data folder; missing in the service itself. */
  readonly service?: () => Promise<RunningService | undefined>;
  /** Token that `/metrics` asks for; anybody may read them without one. */
  readonly metricsToken?: string | undefined;
  /** When the last backup was made, in epoch milliseconds; `undefined` when none is known. */
  readonly backedUpAt?: () => Promise<number | undefined>;
  /** Facts about the data folder. */
  readonly folder?: () => Promise<FolderFacts>;
  readonly setup?: InstallationSetup | undefined;
  /** The operator's settings of the site without secrets, kept so that a start without them knows the site. */
  readonly siteSettings?: () => string;
  /** Connects the site in the console; missing where the host is given from outside. */
  readonly siteAdmin?: SiteAdmin;
  /** Opens the sources beside the site; missing where the host is given from outside. */
  readonly sourcePlaces?: SourcePlaces;
  /** Image processing; tests pass one without threads. */
  readonly imageProcessor?: ImageProcessor;
  /** Checks every reply against its schema; on in tests. */
  readonly checkReplies?: boolean;
  /** Looks at every reply of an operation but streams; see `ServerOptions`. */
  readonly inspectReply?: (sent: SentReply) => void;
}
