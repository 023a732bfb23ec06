import { basename } from 'node:path';
import { z } from 'zod';
import {
  platformKinds,
  platformSettings,
  readPlatformSettings,
} from '../adapters/hosts/platform-settings.ts';
import { readKeptSite } from '../app.ts';
import { sampleSite, SettingError, type Env } from '../env.ts';
import type { Database } from '../kit/database.ts';
import type { Log } from '../ports/log.ts';

/** Settings of a site as the database keeps them; of those that are secret only the names. */
const Kept = z.object({
  isSample: z.boolean().default(false),
  site: z
    .object({
      url: z.url(),
      kind: z.enum(platformKinds).optional(),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      parallel: z.number(),
      maxPages: z.number(),
      withPages: z.boolean().default(true),
    })
    .optional(),
  secrets: z.array(z.string()).default([]),
});

/** What the database keeps about the site of these settings, for {@link withKeptSite}. */
export function keptSettings({ site, contentDir, variables }: Env): string {
  if (!site) return JSON.stringify({ isSample: contentDir === sampleSite });
  const { url, kind, include, exclude, parallel, maxPages, withPages } = site;
  const secrets = secretNames.filter((name) => variables[name]?.trim());
  return JSON.stringify({
    site: { url: url.href, kind, include, exclude, parallel, maxPages, withPages },
    secrets,
  });
}

/** Secret settings without which a site may be read in another way. */
const secretNames = ['DOCENT_HINT_SECRET', ...Object.values(platformSettings).flatMap(({ names }) => names)];

/**
 * The settings with the site that the database follows where the operator has named none, so that the sample never takes
 * its place. Throws {@link SettingError} when that site cannot be known whole.
 */
export async function withKeptSite(env: Env, db: Database, log: Log): Promise<Env> {
  if (env.site || env.contentDir !== sampleSite || env.variables['DOCENT_CONTENT_DIR']?.trim()) return env;
  const kept = await readKeptSite(db);
  if (!kept) return env;
  const { isSample, site, secrets } = parse(kept.settings);
  const isAddress = /^https?:\/\//.test(kept.site);
  // Earlier versions kept the folder alone, and the package may have moved since.
  if (isSample || (!isAddress && basename(kept.site) === basename(sampleSite))) return env;
  const setting = isAddress ? 'DOCENT_SITE' : 'DOCENT_CONTENT_DIR';
  if (isAddress && (!site || secrets.length > 0)) throw unknownSite(kept.site, [setting, ...secrets]);
  log.warn({ site: kept.site }, `${setting} is not set; the site that this data folder follows is read`);
  if (!site) return Object.freeze({ ...env, contentDir: kept.site });
  const { kind, ...rest } = site;
  const named = { ...rest, kind, url: new URL(site.url), hintSecret: undefined };
  return Object.freeze({ ...env, site: { ...named, ...readPlatformSettings({}) } });
}

const unknownSite = (site: string, names: readonly string[]) =>
  new SettingError(
    `${names.join(', ')}: not set, but the index in this data folder is of ${site}; set what the service has, or DOCENT_CONTENT_DIR or DOCENT_SITE for another site, which replaces it`,
  );

function parse(settings: string): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(settings));
  } catch {
    return { isSample: false, secrets: [] };
  }
}
