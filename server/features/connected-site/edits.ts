import type { Input } from '../../../contract/endpoint.ts';
import type { connectedSite } from '../../../contract/operator/connected-site.ts';
import { recordConflicts } from '../../../contract/config/conflicts.ts';
import {
  changedMeanwhile,
  secretConflicts,
  withSecrets,
  type SecretRevisions,
} from '../../kit/records/saved-record.ts';
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
  {
    admin,
    revision,
    before,
    given,
  }: {
    readonly admin: Pick<SiteAdmin, 'check' | 'seal'>;
    readonly revision: number;
    readonly before: StoredSite | undefined;
    /** Names of the credentials that were sent. */
    readonly given: readonly string[];
  },
): Promise<StoredSite> {
  admin.check(choice);
  const { address, kind, credentials } = choice;
  const stored: Record<string, string> = {};
  for (const [name, secret] of Object.entries(credentials)) stored[name] = await admin.seal(secret, name);
  const known: SecretRevisions = before?.credentialRevisions ?? {};
  return {
    address,
    ...(kind !== undefined && { kind }),
    credentials: stored,
    credentialRevisions: withSecrets(known, given, revision),
  };
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

/** Throws `stale` with the fields in which a site differs from the one that somebody else has connected since. */
export function assertUnchanged(
  { address, kind, credentials = {} }: SiteFields,
  before: StoredSite | undefined,
  { basedOn, revision }: { readonly basedOn: number | undefined; readonly revision: number },
): void {
  if (basedOn === undefined || basedOn === revision) return;
  const theirs = { address: before?.address ?? '', kind: before?.kind ?? '' };
  const known = Object.fromEntries(
    Object.entries(before?.credentialRevisions ?? {}).map(([name, at]) => [`credentials.${name}`, at]),
  );
  const sent = Object.keys(credentials).map((name) => `credentials.${name}`);
  const conflicts = [
    ...recordConflicts('site', revision, { address, kind: kind ?? '' }, theirs),
    ...secretConflicts({ name: 'site', revision, known }, sent, basedOn),
  ];
  if (conflicts.length > 0) throw changedMeanwhile(conflicts);
}
