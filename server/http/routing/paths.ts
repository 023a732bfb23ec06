import {
  consolePages,
  consolePrefix,
  haloModelsPrefix,
  publicPrefix,
  publicPrefixV2,
} from '../../../contract/api.ts';
import type { Endpoint, Group } from '../../../contract/endpoint.ts';

const prefixes: Readonly<Record<Group['prefix'], string>> = {
  public: publicPrefix,
  console: consolePrefix,
  root: '',
};
const secondPrefixes = (consolePath: string): Readonly<Record<NonNullable<Group['also']>, string>> => ({
  'console-pages': consolePath,
  'halo-models': haloModelsPrefix,
});

/** URL paths of an operation. */
export const pathsOf = (
  { prefix, also }: Group,
  { path, alsoV2 }: Endpoint,
  consolePath: string = consolePages,
): string[] => [
  prefixes[prefix] + path,
  ...(alsoV2 ? [publicPrefixV2 + path] : []),
  ...(also === undefined ? [] : [secondPrefixes(consolePath)[also] + path]),
];
