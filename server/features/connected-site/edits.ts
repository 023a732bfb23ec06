import type { Input } from '../../../contract/endpoint.ts';
import type { connectedSite } from '../../../contract/operator/connected-site.ts';
import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import type { SiteAdmin, SiteChoice } from '../../ports/site-admin.ts';
import { openedSite, type StoredSite } from './records.ts';

type SiteFields = Omit<Input<(typeof connectedSite)['endpoints']['save']>['body'], 'basedOn'>;

/** A site with the credentials that are given, and those of the stored one at the same address. */
export async function chosenSite(
  { address, kind, credentials: given }: SiteFields,
  before: StoredSite | undefined,
  admin: Pick<SiteAdmin, 'unseal'>,
): Promise<SiteChoice> {
  const kept = before?.address === address ? (await openedSite(before, admin)).choice.credentials : {};
  const credentials = Object.fromEntries(
    Object.entries({ ...kept, ...given }).filter(([, secret]) => secret !== ''),
  );
  return { address, kind, credentials };
}

/** A site as it is stored. Throws `invalid` for an address or credentials that cannot be right. */
export async function sealedSite(
  choice: SiteChoice,
  admin: Pick<SiteAdmin, 'check' | 'seal'>,
): Promise<StoredSite> {
  admin.check(choice);
  const { address, kind, credentials } = choice;
  const stored: Record<string, string> = {};
  for (const [name, secret] of Object.entries(credentials)) stored[name] = await admin.seal(secret, name);
  return { address, ...(kind !== undefined && { kind }), credentials: stored };
}

/** A site as it is shown: without its credentials. */
export const shownSite = ({ address, kind, credentials }: StoredSite, unreadable: ReadonlySet<string>) => ({
  address,
  ...(kind !== undefined && { kind }),
  credentials: Object.keys(credentials).map((name) => ({
    name,
    state: unreadable.has(name) ? ('unreadable' as const) : ('stored' as const),
  })),
});

/** What the list of changes says of a site: of credentials only that there are some. */
export const told = (site: StoredSite | undefined): Readonly<Record<string, unknown>> =>
  site
    ? {
        address: site.address,
        ...(site.kind !== undefined && { kind: site.kind }),
        ...(Object.keys(site.credentials).length > 0 && {
          credentials: Object.keys(site.credentials).join(', '),
        }),
      }
    : {};

export const changedSince = (yours: SiteFields, theirs: StoredSite | undefined, revision: number): Fault =>
  new Fault('stale', explained('settings_changed'), {
    code: 'SETTINGS_CHANGED',
    conflicts: [{ path: 'site.address', revision, yours: yours.address, theirs: theirs?.address ?? '' }],
  });
