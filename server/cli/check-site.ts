import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { detectPlatform } from '../adapters/hosts/detect.ts';
import { listFolder } from '../adapters/hosts/embedded/content/folder.ts';
import { createSiteClient } from '../adapters/hosts/remote/client.ts';
import { userAgent } from '../adapters/hosts/open-host.ts';
import { readSite, type Env } from '../env.ts';
import { isFault } from '../kit/fault.ts';

/** Result of a check of the folder or address that a person named. */
export interface CheckedSite {
  /** The folder or address as it is kept: without quotes, and with the home folder written out. */
  readonly site: string;
  /** Why it cannot be a site. */
  readonly wrong?: string;
  /** Why it may not be the right one; it can be kept all the same. */
  readonly doubt?: string;
  /** The result as a sentence. */
  readonly found?: string;
  /** Path that the console should have there, where the platform has the usual one itself. */
  readonly consolePath?: string;
}

/** A site is looked at for so long at most. */
const longestLookMs = 30_000;

/** The site that was named on the command line, and what was found there. */
export interface LocatedSite {
  /** As in {@link CheckedSite}. */
  readonly site: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
}

export async function locateSite(named: string): Promise<LocatedSite> {
  const site = spelledOut(named);
  const found = site === '' ? undefined : await stat(site).catch(() => undefined);
  const isFolder = found?.isDirectory() === true;
  return { site, isFolder, isFile: found !== undefined && !isFolder };
}

/** Looks at a folder or at the front page of an address; `''` stands for the site that is set already. */
export const checkSite = async (named: string, env: Env): Promise<CheckedSite> =>
  lookAt(await locateSite(named), env);

export async function lookAt({ site, isFolder, isFile }: LocatedSite, env: Env): Promise<CheckedSite> {
  if (site === '') return { site };
  if (isFolder) return { site, ...(await lookIntoFolder(site)) };
  if (isFile) return { site, wrong: `${site} is a file; name the folder that it is in` };
  if (/^[.~]?\/|^\.\.?(\/|$)|\\/.test(site)) return { site, wrong: `there is no folder ${site}` };
  if (!/^https?:\/\/|[.:]|^localhost\b/i.test(site))
    return {
      site,
      wrong: `there is no folder ${site} here, and an address has a dot, such as blog.example.org`,
    };
  try {
    return { site, ...(await lookAtAddress(site, env)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return { site, wrong: `${site} is neither a folder nor an address (${reason})` };
  }
}

/** Terminals put quotes around a folder that is dropped on them; only a shell knows `~`. */
const spelledOut = (named: string): string => {
  const bare = named.trim().replace(/^(['"])(.*)\1$/, '$2');
  return /^~(\/|$)/.test(bare) ? join(homedir(), bare.slice(1)) : bare;
};

async function lookIntoFolder(folder: string): Promise<Omit<CheckedSite, 'site'>> {
  try {
    const { articles } = await listFolder(folder);
    if (articles.length === 0) return { doubt: `no Markdown files (.md, .mdx, .markdown) in ${folder}` };
    return { found: `${articles.length} Markdown ${articles.length === 1 ? 'file' : 'files'} in ${folder}` };
  } catch {
    return { wrong: `${folder} cannot be read` };
  }
}

async function lookAtAddress(address: string, env: Env): Promise<Omit<CheckedSite, 'site'>> {
  const named = readSite(address, env);
  const { url, kind, parallel } = named;
  if (kind !== undefined) return {};
  const client = createSiteClient({ site: url, parallel, userAgent });
  try {
    const platform = await detectPlatform(named, client, AbortSignal.timeout(longestLookMs));
    if (platform.kind !== 'web') {
      const { consolePath } = platform;
      return { found: `${platform.name}, read by its API`, ...(consolePath && { consolePath }) };
    }
    if (platform.refused)
      return { doubt: `the front page answers ${platform.refused}, so perhaps nothing can be read` };
    if (!platform.closed) return { found: 'a website, read page by page as a visitor does' };
    const { platform: name, status } = platform.closed;
    return { found: `${name}, but its API does not answer visitors (${status}), so its pages are read` };
  } catch (error) {
    if (isFault(error)) return { doubt: error.message };
    return { doubt: `${url.href} did not answer in time` };
  } finally {
    await client.close();
  }
}
