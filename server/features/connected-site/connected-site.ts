import type { Kysely } from 'kysely';
import { connectedSite } from '../../../contract/operator/connected-site.ts';
import { implement, type Feature } from '../../http/implement.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { conflict } from '../../kit/fault.ts';
import { assertAsRead } from '../../kit/records/saved-record.ts';
import type { Log } from '../../ports/log.ts';
import type { SiteAdmin } from '../../ports/site-admin.ts';
import type { Changes, NewChange } from '../changes/changes.ts';
import { assertUnchanged, chosenSite, sealedSite, shownSite, told } from './edits.ts';
import { connectedSiteTopic, createConnectedSiteStore, openedSite, storedSite } from './records.ts';

/** Connecting the site in the console; `admin` is missing where the host is given from outside. */
export function createConnectedSite(deps: {
  readonly db: Database;
  readonly log: Log;
  readonly changes: Pick<Changes, 'recordIn'>;
  readonly admin: SiteAdmin | undefined;
}): Feature {
  const { admin, log } = deps;
  const store = createConnectedSiteStore(deps.db);

  /** Reads the stored site, wherever it was stored. */
  const follow = async () => {
    if (!admin || admin.fixedBy.length > 0) return;
    const { value, revision } = await store.read();
    if (revision === 0) return;
    const site = storedSite(value);
    await admin.use(site && (await openedSite(site, admin)).choice, revision);
  };
  const notices = deps.db.subscribe(connectedSiteTopic, () => {
    void follow().catch((error: unknown) =>
      log.warn({ err: String(error) }, 'the connected site cannot be read'),
    );
  });

  /** Throws `conflict` where the site is decided on elsewhere. */
  const own = (): SiteAdmin => {
    if (!admin) throw conflict(explained('site_fixed'));
    if (admin.fixedBy.length > 0)
      throw conflict(explained('site_in_settings', { names: admin.fixedBy.join(', ') }));
    return admin;
  };

  const record = (tx: Kysely<unknown>, change: Omit<NewChange, 'area'>) =>
    deps.changes.recordIn(tx, { area: 'site', ...change });

  const routes = implement(connectedSite, {
    async read() {
      const { value, revision } = await store.read();
      const site = storedSite(value);
      const opened = site && admin && (await openedSite(site, admin));
      const unreadable = opened?.unreadable ?? new Set<string>();
      const credentials = Object.fromEntries(
        Object.entries(admin?.credentialNames ?? {}).map(([kind, names]) => [kind, [...names]]),
      );
      if (!admin) return { source: 'fixed' as const, settings: [], revision, credentials };
      return {
        source: admin.fixedBy.length > 0 ? ('settings' as const) : ('console' as const),
        settings: [...admin.fixedBy],
        ...(site && admin.fixedBy.length === 0 && { site: shownSite(site, unreadable) }),
        revision,
        credentials,
      };
    },

    async look({ body }, { signal }) {
      const choice = await chosenSite(body, storedSite((await store.read()).value), own());
      const { address, kind, platform, closed, refused } = await own().look(choice, signal);
      return { address, kind, platform, ...(closed && { closed }), ...(refused && { refused }) };
    },

    async save({ body: { basedOn, ...fields } }, { by }) {
      own();
      await store.change(async (tx, { value, revision }) => {
        const before = storedSite(value);
        // The change itself has counted.
        assertUnchanged(fields, before, { basedOn, revision: revision - 1 });
        const given = Object.keys(fields.credentials ?? {});
        const choice = await chosenSite(fields, before, own());
        const site = await sealedSite(choice, { admin: own(), revision, before, given });
        const action = before ? 'edit' : 'add';
        const after = told(site);
        await record(tx, { action, subject: site.address, by, revision, before: told(before), after });
        return { site };
      });
      await follow();
      return { saved: true as const };
    },

    async remove({ query: { basedOn } }, { by }) {
      own();
      await store.change(async (tx, { value, revision }) => {
        const before = storedSite(value);
        // The change itself has counted.
        assertAsRead(before && { name: 'site', revision: revision - 1, fields: told(before) }, basedOn);
        const subject = before?.address ?? '';
        await record(tx, { action: 'remove', subject, by, revision, before: told(before) });
        return {};
      });
      await follow();
      return { saved: true as const };
    },
  });

  return {
    routes: [routes],
    async [Symbol.asyncDispose]() {
      notices.close();
    },
  };
}
