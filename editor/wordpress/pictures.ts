import { plainAddress, textAround } from '../alt-texts.ts';
import type { Change, PassagePicture } from '../passage.ts';
import { partsOf, separator, withInner, workedOn } from './parts.ts';
import type { Block, Registry, Wp } from './wp.ts';

interface BlockPicture extends PassagePicture {
  readonly clientId: string;
}

/** Attributes with the address and the alternative text of a picture, by the name of the block. */
const attributesOf: Readonly<Record<string, readonly [address: string, alt: string]>> = {
  'core/image': ['url', 'alt'],
  'core/cover': ['url', 'alt'],
  'core/media-text': ['mediaUrl', 'mediaAlt'],
};

const pictureIn = ({ name, attributes }: Block) => {
  const [from, to] = attributesOf[name] ?? [];
  const address = from === undefined ? undefined : attributes[from];
  const alt = to === undefined ? undefined : attributes[to];
  if (typeof address !== 'string' || address.trim() === '') return undefined;
  return { address: plainAddress(address), alt: typeof alt === 'string' ? alt : '' };
};

/** The pictures of the selected blocks, or of all; each with the article around it. */
export function readPictures(wp: Wp, registry: Registry): BlockPicture[] {
  const chosen = new Set(
    workedOn(registry)
      .flatMap(withInner)
      .map(({ clientId }) => clientId),
  );
  const all = registry.select('core/block-editor').getBlocks();
  const parts = partsOf(wp, all);
  const text = parts.map(({ value }) => value.text).join(separator);
  const ends = new Map(parts.map(({ clientId, end }) => [clientId, end]));
  let place = 0;
  return all.flatMap(withInner).flatMap((block) => {
    const { clientId } = block;
    place = ends.get(clientId) ?? place;
    const picture = chosen.has(clientId) ? pictureIn(block) : undefined;
    if (!picture) return [];
    const { address, alt } = picture;
    const at = place;
    return [
      {
        address,
        alt,
        clientId,
        // Few of many pictures are described at once.
        get text() {
          return textAround(text, at, address, alt);
        },
      },
    ];
  });
}

/** Gives pictures their alternative texts as one change; those that were exchanged meanwhile are left. */
export function describe(registry: Registry, changes: readonly Change[]): number {
  const { getBlock } = registry.select('core/block-editor');
  const attributes: Record<string, Record<string, string>> = {};
  for (const { picture, replacement } of changes) {
    if (!picture || !('clientId' in picture)) continue;
    const block = getBlock(String(picture.clientId));
    const [, alt] = (block && attributesOf[block.name]) ?? [];
    if (!block || alt === undefined || pictureIn(block)?.address !== picture.address) continue;
    attributes[block.clientId] = { [alt]: replacement };
  }
  const ids = Object.keys(attributes);
  if (ids.length > 0) registry.dispatch('core/block-editor').updateBlockAttributes(ids, attributes, true);
  return ids.length;
}
