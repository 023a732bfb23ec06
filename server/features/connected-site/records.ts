import { z } from 'zod';
import { siteKinds } from '../../../contract/operator/connected-site.ts';
import { createRecordStore, recordMigration } from '../../kit/records/record-store.ts';
import type { Database } from '../../kit/database.ts';
import type { SiteAdmin, SiteChoice } from '../../ports/site-admin.ts';

const table = 'connected_site';
export const connectedSiteTopic = 'connected-site';

export const connectedSiteMigrations = [recordMigration('connected-site/1', table)];

export const createConnectedSiteStore = (db: Database) => createRecordStore(db, table, connectedSiteTopic);

/** A site as it is stored, its credentials sealed. */
const StoredSite = z.object({
  address: z.string(),
  kind: z.enum(siteKinds).optional(),
  credentials: z.record(z.string(), z.string()).default({}),
  /** Revision at which each credential was set or removed. */
  credentialRevisions: z.record(z.string(), z.int()).default({}),
});
export type StoredSite = z.infer<typeof StoredSite>;

/** The stored site; `undefined` where the sample was chosen, or none yet. */
export const storedSite = (value: unknown): StoredSite | undefined =>
  z.object({ site: StoredSite.optional() }).safeParse(value).data?.site;

/** The stored site with its credentials; those that cannot be opened are left out and named. */
export async function openedSite(
  { address, kind, credentials }: StoredSite,
  admin: Pick<SiteAdmin, 'unseal'>,
): Promise<{ readonly choice: SiteChoice; readonly unreadable: ReadonlySet<string> }> {
  const opened: Record<string, string> = {};
  const unreadable = new Set<string>();
  for (const [name, stored] of Object.entries(credentials)) {
    const secret = await admin.unseal(stored, name);
    if (secret === undefined) unreadable.add(name);
    else opened[name] = secret;
  }
  return { choice: { address, kind, credentials: opened }, unreadable };
}
