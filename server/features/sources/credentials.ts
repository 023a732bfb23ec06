import { sourceCredentials, type SourceCredential } from '../../../contract/operator/sources.ts';
import { explained } from '../../kit/explained.ts';
import { invalid } from '../../kit/fault.ts';
import { withSecrets } from '../../kit/records/saved-record.ts';
import type { SourceCredentials, SourcePlace, SourcePlaces } from '../../ports/source-places.ts';
import type { Source, StoredCredentials } from './store.ts';

type Place = Pick<Source, 'id' | 'kind' | 'address'>;

/** A secret cannot be decrypted for another source, nor for this one at another address. */
const ownerOf = ({ id, address }: Place, name: SourceCredential): string => `source ${id} ${name} ${address}`;

/** The credentials that were sent and are not empty. */
export const givenIn = (credentials: SourceCredentials = {}): SourceCredentials =>
  Object.fromEntries(Object.entries(credentials).filter(([, secret]) => secret !== ''));

/**
 * What is stored of a source after these credentials were sent: an empty one is removed, and a missing one stays while the source is
 * where it was. Throws `invalid` for half a user.
 */
export async function sealedCredentials(
  place: Place,
  sent: SourceCredentials = {},
  before: Source | undefined,
  { revision, places }: { readonly revision: number; readonly places: Pick<SourcePlaces, 'seal'> },
): Promise<StoredCredentials> {
  const isSame = before?.kind === place.kind && before.address === place.address;
  const sealed: Partial<Record<SourceCredential, string>> = { ...(isSame && before.credentials.sealed) };
  const changed = sourceCredentials.filter((name) => sent[name] !== undefined);
  for (const name of changed) {
    const secret = sent[name] ?? '';
    if (secret === '') delete sealed[name];
    else sealed[name] = await places.seal(secret, ownerOf(place, name));
  }
  if (place.kind === 'folder' && Object.keys(sealed).length > 0)
    throw invalid(explained('source_access_folder'));
  if ((sealed.user === undefined) !== (sealed.password === undefined))
    throw invalid(explained('source_access_half'));
  return { sealed, revisions: withSecrets(before?.credentials.revisions ?? {}, changed, revision) };
}

/** The credentials of a source; those that cannot be decrypted are left out and named. */
export async function openedCredentials(source: Source, places: Pick<SourcePlaces, 'unseal'>) {
  const credentials: Partial<Record<SourceCredential, string>> = {};
  const unreadable = new Set<SourceCredential>();
  for (const name of namesOf(source)) {
    const secret = await places.unseal(source.credentials.sealed[name] ?? '', ownerOf(source, name));
    if (secret === undefined) unreadable.add(name);
    else credentials[name] = secret;
  }
  return { credentials, unreadable };
}

/** The stored credentials of a source for a look at a place; none at another address. */
export async function keptCredentials(
  source: Source | undefined,
  { kind, address }: SourcePlace,
  places: Pick<SourcePlaces, 'check' | 'unseal'>,
): Promise<SourceCredentials> {
  if (source?.state !== 'on' || kind !== 'site') return {};
  const place = await places.check({ ...source, address });
  return place.address === source.address ? (await openedCredentials(source, places)).credentials : {};
}

/** The credentials as they are shown: by name. */
export async function shownCredentials(source: Source, places: Pick<SourcePlaces, 'unseal'>) {
  const { unreadable } = await openedCredentials(source, places);
  return namesOf(source).map((name) => ({
    name,
    state: unreadable.has(name) ? ('unreadable' as const) : ('stored' as const),
  }));
}

/** Names of the stored credentials. */
export const namesOf = ({
  credentials: { sealed },
}: Pick<Source, 'credentials'>): readonly SourceCredential[] =>
  sourceCredentials.filter((name) => sealed[name] !== undefined);
