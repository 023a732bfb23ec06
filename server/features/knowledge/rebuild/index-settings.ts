import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { sha256 } from '../../../kit/ids.ts';
import type { Models } from '../../../ports/models.ts';
import { chooseEmbedding } from '../indexing/embed.ts';
import type { IndexSettings } from '../store.ts';

/** Raise it when other data of an article is stored, so that indexes are rebuilt after an update. */
const passageVersion = 2;

/** The index settings that follow from the configuration and the connected models. */
export const indexSettingsOf = (
  models: Models,
  names: ConfigGroups['models'],
  chunking: ConfigGroups['chunking'],
): IndexSettings => ({
  signature: chooseEmbedding(models, names)?.signature ?? '',
  chunking: fingerprint(chunking),
});

/**
 * True when the index is rebuilt automatically: after an update that cuts passages in another way, and for another
 * embedding model. Other chunking settings wait for a request, since a rebuild pays for vectors and keywords again. A
 * model that is no longer connected is no reason: its vectors cost money, and it may be back in a minute. Until then
 * only words are searched.
 */
export const isDue = (serving: IndexSettings, wanted: IndexSettings): boolean =>
  versionOf(serving) !== versionOf(wanted) || hasOtherModel(serving, wanted);

/** True when a rebuild would produce a different index than the serving one. */
export const isOutdated = (serving: IndexSettings, wanted: IndexSettings): boolean =>
  isDue(serving, wanted) || hasOtherChunking(serving, wanted);

export const hasOtherChunking = (serving: IndexSettings, wanted: IndexSettings): boolean =>
  settingsOf(serving) !== settingsOf(wanted);

export const hasSameSettings = (generation: IndexSettings, wanted: IndexSettings): boolean =>
  generation.signature === wanted.signature && !hasOtherChunking(generation, wanted);

const hasOtherModel = (serving: IndexSettings, wanted: IndexSettings): boolean =>
  wanted.signature !== '' && serving.signature !== wanted.signature;

/** The first version stored no version. */
const versionOf = ({ chunking }: IndexSettings): string => /^(\d+):/.exec(chunking)?.[1] ?? '1';
const settingsOf = ({ chunking }: IndexSettings): string => chunking.replace(/^\d+:/, '');

/** The settings that passages and their keywords depend on; the number of concurrent requests and which files are read are none of them. */
function fingerprint(chunking: ConfigGroups['chunking']): string {
  const {
    autoKeywords,
    autoKeywordsCount,
    keywordsMaxTokens,
    keywordsBatchSize: _,
    readDocuments: _other,
    ...passages
  } = chunking;
  const keywords = autoKeywords ? { autoKeywordsCount, keywordsMaxTokens } : null;
  const settings = sha256(
    JSON.stringify([
      passageVersion,
      Object.entries(passages).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      keywords,
    ]),
  );
  return `${passageVersion}:${settings}`;
}
