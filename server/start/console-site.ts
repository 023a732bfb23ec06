import type { Sealing } from '../adapters/sealing.ts';
import { readConnectedSite } from '../app.ts';
import type { Env } from '../env.ts';
import type { Database } from '../kit/database.ts';
import type { Log } from '../ports/log.ts';
import { withKeptSite } from './kept-site.ts';
import { siteNamedBy, withChoice } from './site-admin.ts';

/**
 * The settings with the site that was connected in the console, where the operator has named none, and its revision; 0
 * where the site is another one. Throws {@link SettingError} when the site cannot be known whole.
 */
export async function withConsoleSite(
  env: Env,
  { db, log, sealing }: { readonly db: Database; readonly log: Log; readonly sealing: Sealing },
): Promise<{ readonly env: Env; readonly revision: number }> {
  if (siteNamedBy(env).length > 0) return { env, revision: 0 };
  const connected = await readConnectedSite(db, sealing);
  if (!connected) return { env: await withKeptSite(env, db, log), revision: 0 };
  const { choice, unreadable, revision } = connected;
  if (unreadable.size > 0)
    log.warn(
      { settings: [...unreadable].join(', ') },
      'credentials of the connected site were stored with another key and cannot be read; enter them again in the console',
    );
  return { env: withChoice(env, choice), revision };
}
