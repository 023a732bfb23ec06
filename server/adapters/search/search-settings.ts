import { resolve } from 'node:path';
import { z } from 'zod';

/** Address and credentials of a search engine. */
export interface SearchSettings {
  readonly nodes: readonly string[];
  /** Prefix of the names of its indexes. */
  readonly name: string;
  readonly username: string | undefined;
  readonly passwordFile: string | undefined;
  readonly authoritiesFile: string | undefined;
  readonly timeoutMs: number;
}

/** Addresses of the nodes of one search engine; the path is the prefix of its indexes. */
const addresses = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (all) => all.length > 0 && all.every((one) => URL.canParse(one) && /^https?:\/\//i.test(one)),
    'must be the addresses of the nodes of an OpenSearch, such as https://search.example.org:9200, separated by commas',
  )
  .transform((all) => all.map((one) => new URL(one)))
  .refine(
    (all) => all.every(({ username, password }) => username === '' && password === ''),
    'must not hold a name or password; use DOCENT_SEARCH_USER and DOCENT_SEARCH_PASSWORD_FILE',
  )
  .refine(
    (all) =>
      all.every(
        ({ pathname }) => pathname === all[0]?.pathname && /^\/(?:[a-z\d][a-z\d._-]{0,79})?$/.test(pathname),
      ),
    'may end with one name for the indexes, in small letters, the same for all nodes',
  );

const file = z.string().transform((text) => resolve(text));

const timeout = 'must be a whole number from 100 to 5000';

/** Variables of the search engine. */
export const searchVariables = {
  DOCENT_SEARCH_URL: addresses.optional(),
  DOCENT_SEARCH_USER: z.string().optional(),
  DOCENT_SEARCH_PASSWORD_FILE: file.optional(),
  DOCENT_SEARCH_CA_FILE: file.optional(),
  DOCENT_SEARCH_TIMEOUT_MS: z.coerce
    .number(timeout)
    .int(timeout)
    .min(100, timeout)
    .max(5_000, timeout)
    .default(2_000),
} as const;

type Variables = {
  readonly [Name in keyof typeof searchVariables]?: z.infer<(typeof searchVariables)[Name]>;
};

/** The settings of the search engine; `undefined` without one. */
export function searchSettings(settings: Variables): SearchSettings | undefined {
  const [first, ...others] = settings.DOCENT_SEARCH_URL ?? [];
  if (!first) return undefined;
  return {
    nodes: [first, ...others].map(({ origin: address }) => address),
    name: first.pathname.slice(1) || 'docent',
    username: settings.DOCENT_SEARCH_USER,
    passwordFile: settings.DOCENT_SEARCH_PASSWORD_FILE,
    authoritiesFile: settings.DOCENT_SEARCH_CA_FILE,
    timeoutMs: settings.DOCENT_SEARCH_TIMEOUT_MS ?? 2_000,
  };
}
