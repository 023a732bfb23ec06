import type { Finding } from '../../../contract/doctor.ts';
import type { DatabaseHealth } from '../../kit/database.ts';
import type { Host } from '../../ports/host.ts';
import type { Models } from '../../ports/models.ts';
import type { FolderFacts } from './machine.ts';

/** A page of the web, fetched. */
export type Fetch = (url: string, signal: AbortSignal) => Promise<Response>;

export interface DoctorDeps {
  readonly node: string;
  /** `undefined` where nobody can look at the data folder. */
  readonly folder: (() => Promise<FolderFacts>) | undefined;
  readonly health: () => Promise<DatabaseHealth>;
  readonly now: () => number;
  readonly host: Pick<Host, 'describe' | 'health' | 'problems'>;
  /** Articles that the site publishes. */
  readonly published: () => Promise<number>;
  /** Articles that the index knows, and whether it has been level with the whole site. */
  readonly indexed: () => Promise<{ readonly articles: number; readonly ready: boolean }>;
  readonly models: Models;
  readonly modelsProblem: () => string;
  readonly publicOrigin: string | undefined;
  readonly fetch?: Fetch;
}

/** Looks at everything; calls models only when asked to, since that may cost. */
export type Examine = (how: {
  readonly callModels: boolean;
  readonly signal: AbortSignal;
}) => Promise<Finding[]>;
