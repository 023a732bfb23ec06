import { siteSource } from '../../../contract/articles/scope.ts';
import { differencesOf, recordConflicts } from '../../../contract/config/conflicts.ts';
import { sourceLimits, type SourceFields } from '../../../contract/operator/sources.ts';
import { explained } from '../../kit/explained.ts';
import { conflict, invalid, notFound } from '../../kit/fault.ts';
import { folded } from '../../text/folded.ts';
import { changedMeanwhile, secretConflicts } from '../../kit/records/saved-record.ts';
import { namesOf } from './credentials.ts';
import type { Source } from './store.ts';

/** Throws `conflict` or `invalid` when a source with these fields cannot stand beside the others. */
export function assertFits(fields: SourceFields, others: readonly Source[], mostPages: number): void {
  const living = others.filter(({ state }) => state === 'on');
  if (living.length >= sourceLimits.sources)
    throw conflict(explained('source_many', { most: sourceLimits.sources }));
  const { name } = fields;
  // A part of a scope names a source, or with a word of its own the site.
  if ([siteSource, ...living.map((other) => other.name)].some((other) => folded(other) === folded(name)))
    throw conflict(explained('source_name_taken', { name }));
  const same = living.find((other) => placeOf(other) === placeOf(fields));
  if (same) throw conflict(explained('source_place_taken', { name: same.name }));
  const left = pagesLeft(others, mostPages);
  if (fields.pages > left) throw invalid(explained('source_pages', { most: mostPages, left }));
}

/** Articles of the page ceiling that are no source's share. */
export const pagesLeft = (sources: readonly Source[], mostPages: number): number =>
  sources.reduce((left, { state, pages }) => left - (state === 'on' ? pages : 0), mostPages);

type Place = Pick<SourceFields, 'kind' | 'folder' | 'address'>;

/** What makes two sources the same. */
const placeOf = ({ kind, folder, address }: Place): string =>
  kind === 'folder' ? `folder ${folder}` : `site ${address.replace(/^https?:\/\/(?:www\.)?|\/$/g, '')}`;

/** True when what was read at the former place is none of the new one. */
export const isElsewhere = (before: Source, after: SourceFields): boolean =>
  placeOf(before) !== placeOf(after) || before.platform !== after.platform;

/** True when what would be read now is not what was read. */
export const isReadAgain = (before: Source, after: SourceFields): boolean =>
  before.address !== after.address || before.ending !== after.ending || before.pages !== after.pages;

/** Throws `not-found` for a source that is not there, or is being removed. */
export function sourceIn(sources: readonly Source[], id: string): Source {
  const found = sources.find((source) => source.id === id && source.state === 'on');
  if (!found) throw notFound('Source');
  return found;
}

/** Throws `stale` with the fields that differ when a source was changed since this revision of it was read. */
export function assertUnchanged(
  fields: SourceFields,
  /** Names of the credentials that were sent. */
  sent: readonly string[],
  saved: Source,
  basedOn: number | undefined,
): void {
  if (basedOn === undefined || basedOn === saved.revision) return;
  const { revision } = saved;
  const known = Object.fromEntries(
    Object.entries(saved.credentials.revisions).map(([name, at]) => [`credentials.${name}`, at]),
  );
  const secrets = sent.map((name) => `credentials.${name}`);
  const conflicts = [
    ...recordConflicts('source', revision, fields, { ...saved }),
    ...secretConflicts({ name: 'source', revision, known }, secrets, basedOn),
  ];
  if (conflicts.length > 0) throw changedMeanwhile(conflicts);
}

/** What is set of a source, without what its readings have found. */
export const fieldsOf = ({
  name,
  kind,
  address,
  platform,
  folder,
  ending,
  everyHours,
  pages,
  turn,
}: Source): Readonly<Record<string, unknown>> => ({
  name,
  kind,
  address,
  platform,
  folder,
  ending,
  everyHours,
  pages,
  turn,
});

/** What the list of changes says of an edit; another secret under the same name is a change as well. */
export function changeOf(before: Source, after: Told, secrets: readonly string[]) {
  const change = differencesOf(told(before), told(after));
  const given = secrets.length > 0 ? { credentials: namesOf(after).join(', ') } : {};
  return { ...change, after: { ...change.after, ...given } };
}

type Told = SourceFields & Pick<Source, 'credentials'>;

/** What the list of changes says of a source: of credentials only which there are. */
export const told = (
  source: SourceFields & Pick<Source, 'credentials'>,
): Readonly<Record<string, unknown>> => ({
  name: source.name,
  ...(source.address !== '' && { address: source.address }),
  ...(source.kind === 'folder' && { folder: source.folder || '.', ending: source.ending }),
  ...(source.platform !== undefined && { platform: source.platform }),
  everyHours: source.everyHours,
  pages: source.pages,
  turn: source.turn,
  ...(namesOf(source).length > 0 && { credentials: namesOf(source).join(', ') }),
});
