import type { Finding } from '../../../contract/doctor.ts';
import type { DatabaseHealth } from '../../kit/database.ts';
import type { Host } from '../../ports/host.ts';
import type { Models } from '../../ports/models.ts';
import type { ReadOutside } from '../../ports/outside.ts';
import type { FolderFacts } from './machine.ts';
import type { RunningService } from './service.ts';

export interface DoctorDeps {
  readonly node: string;
  /** `undefined` without access to the data folder. */
  readonly folder: (() => Promise<FolderFacts>) | undefined;
  readonly health: () => Promise<DatabaseHealth>;
  readonly now: () => number;
  readonly host: Pick<Host, 'describe' | 'health' | 'problems'>;
  /** Number of published articles. */
  readonly published: () => Promise<number>;
  /** Number of indexed articles, and whether the whole site was indexed once. */
  readonly indexed: () => Promise<{ readonly articles: number; readonly ready: boolean }>;
  /** Whether any article is in a part of a scope; true while the index is not whole. */
  readonly hasArticles: (part: string) => Promise<boolean>;
  /** Problem of the search engine with the index; `''` when it answers; missing without one. */
  readonly searchEngineProblem?: (() => Promise<string>) | undefined;
  readonly models: Models;
  readonly modelsProblem: () => string;
  /** The public address, with the service's path prefix if it has one. */
  readonly publicOrigin: string | undefined;
  /** Path of the console's pages; `/console` unless given. */
  readonly consolePath?: string | undefined;
  readonly readOutside: ReadOutside;
  /** Finds a running service on the same data folder; missing in the service itself. */
  readonly service?: (() => Promise<RunningService | undefined>) | undefined;
  /** Folder or address of the site. */
  readonly named: string;
}

/** Runs all checks; calls models only on request, because calls have a cost. */
export type Examine = (how: {
  readonly callModels: boolean;
  readonly signal: AbortSignal;
}) => Promise<Finding[]>;
