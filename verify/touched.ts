import type { LaneName } from './lanes.ts';

/** Lanes that are due only when their code is touched. */
export type RareLane = Extract<
  LaneName,
  'postgres' | 'platforms' | 'resilience' | 'search' | 'models' | 'clients'
>;

interface Row {
  readonly paths: RegExp;
  readonly lanes: readonly RareLane[];
}

const both: readonly RareLane[] = ['platforms', 'resilience'];
const all: readonly RareLane[] = [...both, 'search', 'models', 'clients'];

/**
 * The lanes that a changed path makes due besides those that are always due. The first matching row counts; a path without
 * a row makes all lanes due, so that a new folder is never left out by mistake.
 */
const rows: readonly Row[] = [
  { paths: /\.md$|^(?:docs|handbook|bench|eval|LICENSE)/, lanes: [] },
  // The basis of all lanes.
  { paths: /^(?:\.ci|verify)\/|^package(?:-lock)?\.json$|^(?:vite|vitest)[\w.]*\.config\.ts$/, lanes: all },
  // Model calls and the processing of their answers.
  { paths: /^(?:server\/(?:adapters\/models|model-calls)|test\/models)\//, lanes: ['models'] },
  { paths: /^server\/features\/chat\/(?:prompt|soundness|generate|answer|checked-text)/, lanes: ['models'] },
  { paths: /^server\/ports\/models/, lanes: ['resilience', 'models'] },
  { paths: /^deploy\/|^\.dockerignore$|^build-package\.ts$|^test\/install\//, lanes: ['platforms'] },
  {
    paths: /^test\/(?:platforms\/|contracts\/host|http\/proxy|e2e\/editor\/wordpress)/,
    lanes: ['platforms'],
  },
  { paths: /^server\/(?:adapters\/hosts|ports\/(?:host|named-site))/, lanes: ['platforms'] },
  { paths: /^editor\//, lanes: ['platforms'] },
  // The index on a search engine.
  {
    paths: /^server\/(?:adapters\/search|search\/rescoring)\/|^test\/(?:contracts|fakes)\/search/,
    lanes: ['search'],
  },
  { paths: /^server\/(?:search\/|ports\/(?:candidates|search-index))/, lanes: ['resilience', 'search'] },
  // Streams and addresses behind a proxy; hostile input; what clients are generated from.
  { paths: /^server\/http\/openapi/, lanes: [...both, 'clients'] },
  { paths: /^server\/http\//, lanes: both },
  { paths: /^contract\//, lanes: ['resilience', 'clients'] },
  { paths: /^test\/clients\/|^server\/features\/integrations\//, lanes: ['clients'] },
  { paths: /^server\/(?:adapters\/database|kit|work|start|ports)\//, lanes: ['resilience'] },
  { paths: /^server\/[\w-]+\.ts$|^server\/app\//, lanes: ['resilience'] },
  { paths: /^server\/features\/(?:usage|knowledge\/(?:rebuild|indexing|snapshot))\//, lanes: ['resilience'] },
  { paths: /\/store(?:\.ts$|\/)/, lanes: ['resilience'] },
  { paths: /^test\/(?:running|fixtures|conformance)\//, lanes: ['resilience'] },
  {
    paths: /^test\/(?:database|empty-schemas|postgres-server|replicas|knowledge-crash)/,
    lanes: ['resilience'],
  },
  { paths: /^test\/(?:fakes\/|[\w-]+\.ts$)/, lanes: both },
  { paths: /^(?:server|client|console|widget|test|deploy|build|bin)\//, lanes: [] },
  { paths: /^(?:tsconfig[\w.]*\.json|knip\.json|check\.ts|build-package\.ts|\.[\w.-]+)$/, lanes: [] },
];

/** Paths that neither stores nor the API are made of. */
const besideStores =
  /\.md$|^(?:docs|handbook|bench|eval|console|widget|editor|client|deploy|LICENSE)|^test\/(?:e2e|install|pictures|platforms|models|clients)\//;

const lanesOf = (path: string): readonly RareLane[] => [
  ...(rows.find((row) => row.paths.test(path))?.lanes ?? all),
  ...(besideStores.test(path) ? [] : (['postgres'] as const)),
];

/** The lanes that changes of these paths make due besides those that are always due. */
export const lanesTouchedBy = (paths: readonly string[]): ReadonlySet<RareLane> =>
  new Set(paths.flatMap(lanesOf));
