import type { ServiceName } from './services.ts';
import type { ToolName } from './tools.ts';

export const laneNames = [
  'check',
  'unit',
  'postgres',
  'browser',
  'platforms',
  'resilience',
  'search',
  'models',
  'clients',
] as const;

export type LaneName = (typeof laneNames)[number];

/** Test files that run in one process, started by a script of `package.json`. */
export interface Suite {
  readonly script: 'check' | 'test' | 'e2e';
  /** Paths of files, and of folders with a trailing slash; all files of the script unless given. */
  readonly files?: readonly string[];
  /** Paths that other lanes run. */
  readonly without?: readonly string[];
  /** Processes of the suite. */
  readonly workers?: number;
}

/** A part of the verification that can be run alone: `npm run verify -- NAME`. */
export interface Lane {
  readonly name: LaneName;
  /** What the lane verifies, in a few words. */
  readonly about: string;
  /** False: due only when a change touches its paths (`touched.ts`). Of the browser's files those that a change reaches are due (`browser-files.ts`). */
  readonly isAlwaysDue: boolean;
  readonly tools: readonly ToolName[];
  readonly services: readonly ServiceName[];
  /** Database engine for the suites that run on both. */
  readonly engines: 'sqlite' | 'postgres';
  /** Run one after the other. */
  readonly suites: readonly Suite[];
  /** Time limit, for a machine that gives it a part of one processor. */
  readonly minutes: number;
  /** Processors that the lane uses; a fraction for one that mostly waits. */
  readonly cores: number;
}

const structure = ['test/architecture.test.ts', 'test/documents.test.ts'];

const ofPlatforms = [
  'test/platforms/',
  'test/contracts/host-ghost-real.test.ts',
  'test/contracts/host-wordpress.test.ts',
  'test/contracts/host-wordpress-trouble.test.ts',
  'test/http/proxy.test.ts',
];

/** Browser tests inside WordPress, and the image, which takes two minutes to make. */
export const onPlatforms = [
  'test/e2e/editor/wordpress.e2e.ts',
  'test/e2e/editor/wordpress-plugin.e2e.ts',
  'test/install/image.e2e.ts',
];

/** Tests with real model servers. */
const ofModels = ['test/models/'];

/** Other people's linters of the description, requests that a fuzzer makes of it, and clients that generators write from it. */
const ofClients = ['test/clients/'];

const ofResilience = [
  'server/adapters/database/postgres.test.ts',
  'server/features/usage/crash.test.ts',
  'test/conformance/fuzz.test.ts',
  'test/database-outage.test.ts',
  'test/knowledge-crash.test.ts',
  'test/replicas.test.ts',
  'test/running/crash.test.ts',
  'test/running/many-processes.test.ts',
  'test/search-engine-outage.test.ts',
];

const ofSearch = ['test/contracts/search-engine.test.ts', 'test/contracts/search-engine-sources.test.ts'];

/** Paths with their own lane, excluded from all others. */
const withOwnLane = [...ofPlatforms, ...ofResilience, ...ofSearch, ...ofModels, ...ofClients];

/** All lanes in the order in which they begin, the longest first. Adding one is adding a row, and its paths in `touched.ts`. */
export const createLanes = (onBothEngines: readonly string[]): readonly Lane[] => [
  {
    name: 'check',
    about: 'types, lint, format, dead code, structure',
    isAlwaysDue: true,
    tools: [],
    services: [],
    engines: 'sqlite',
    suites: [{ script: 'check' }, { script: 'test', files: structure }],
    minutes: 15,
    cores: 2,
  },
  {
    name: 'unit',
    about: 'units and the API, on SQLite',
    isAlwaysDue: true,
    tools: ['openssl', 'script', 'systemd'],
    services: [],
    engines: 'sqlite',
    suites: [{ script: 'test', without: [...structure, ...withOwnLane] }],
    minutes: 40,
    // It uses all processors, and browser tests have shorter timeouts than it has.
    cores: 2,
  },
  {
    name: 'browser',
    about: 'journeys in a real browser, the packed service',
    isAlwaysDue: true,
    tools: ['chromium'],
    services: [],
    engines: 'sqlite',
    // Each file has a browser and a service of its own, which wait half of the time: for each other, and for pages to come to rest.
    suites: [{ script: 'e2e', without: onPlatforms, workers: 3 }],
    minutes: 60,
    // Of two, so that the lanes of servers, which wait as well, run beside it.
    cores: 1,
  },
  {
    name: 'platforms',
    about: 'WordPress, Ghost, generators of static sites, proxies, the image',
    isAlwaysDue: false,
    tools: ['chromium', 'nginx', 'caddy', 'php', 'wordpress', 'mariadb', 'unzip', 'sites'],
    services: ['mariadb'],
    engines: 'sqlite',
    suites: [
      { script: 'test', files: ofPlatforms, workers: 2 },
      { script: 'e2e', files: onPlatforms, workers: 1 },
    ],
    minutes: 45,
    cores: 1,
  },
  {
    name: 'clients',
    about: 'generated clients, official ones of OpenAI, linters and fuzzing of the description',
    isAlwaysDue: false,
    tools: ['python', 'maven', 'jre', 'go', 'clients'],
    services: [],
    engines: 'sqlite',
    suites: [{ script: 'test', files: ofClients, workers: 1 }],
    minutes: 30,
    cores: 1,
  },
  {
    name: 'postgres',
    about: 'stores and the API, on PostgreSQL',
    isAlwaysDue: false,
    tools: ['postgresql'],
    services: ['postgres'],
    engines: 'postgres',
    suites: [
      {
        script: 'test',
        files: onBothEngines.filter((file) => !withOwnLane.some((path) => file.startsWith(path))),
        workers: 2,
      },
    ],
    minutes: 30,
    cores: 1,
  },
  {
    name: 'resilience',
    about: 'crashes, outages of the database, replicas, hostile requests',
    isAlwaysDue: false,
    tools: ['postgresql', 'pgbouncer'],
    services: ['postgres'],
    engines: 'postgres',
    suites: [{ script: 'test', files: ofResilience, workers: 2 }],
    minutes: 40,
    cores: 1,
  },
  {
    name: 'search',
    about: 'the index on a node of OpenSearch',
    isAlwaysDue: false,
    tools: ['maven', 'java', 'postgresql'],
    services: ['opensearch'],
    engines: 'sqlite',
    suites: [{ script: 'test', files: ofSearch, workers: 1 }],
    minutes: 15,
    cores: 1,
  },
  {
    name: 'models',
    about: 'a real server of a language model, and one of vectors',
    isAlwaysDue: false,
    tools: ['python', 'models'],
    services: [],
    engines: 'sqlite',
    suites: [{ script: 'test', files: ofModels, workers: 1 }],
    minutes: 20,
    cores: 1,
  },
];
