import type { AccountSettings } from '../features/account/account.ts';
import type { FolderFacts } from '../features/doctor/doctor.ts';
import type { ImageProcessor } from '../features/pets/pets.ts';
import type { InstallationSetup } from '../features/system/installation.ts';
import type { PriceOf } from '../features/usage/ledger/price.ts';
import type { Database } from '../kit/database.ts';
import type { Clock } from '../ports/clock.ts';
import type { Host } from '../ports/host.ts';
import type { Log } from '../ports/log.ts';
import type { Models } from '../ports/models.ts';

/** Everything the service stands on. */
export interface Ports {
  readonly db: Database;
  readonly host: Host;
  readonly models: Models;
  readonly clock: Clock;
  readonly log: Log;
  readonly account: AccountSettings;
  readonly publicOrigin: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Origins of pages that may ask besides the site's own and those of the configuration. */
  readonly allowedOrigins?: readonly string[];
  /** Tells processes on one database apart. */
  readonly instanceId: string;
  /** Folder for this process's snapshots of the search index; without it every start analyses all texts. */
  readonly indexFolder?: string;
  readonly priceOf?: PriceOf;
  /** Why the models file as it stands is not in force; `''` when it is. */
  readonly modelsProblem?: () => string;
  /** Other users of the machine can look into the data folder. */
  readonly isDataReadableByOthers?: boolean;
  /** Facts about the data folder. */
  readonly folder?: () => Promise<FolderFacts>;
  readonly setup?: InstallationSetup | undefined;
  /** Work on pictures; tests give one without threads. */
  readonly imageProcessor?: ImageProcessor;
  /** Tests check every reply against its schema. */
  readonly checkReplies?: boolean;
}
