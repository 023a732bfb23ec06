import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { plainAddress, textAround } from '../alt-texts.ts';
import type { Change, PassagePicture } from '../passage.ts';
import { flatText, objectSign } from './flat-text.ts';
import { marksKey } from './marks.ts';

/** A picture with its place in the document. */
interface PlacedPicture extends PassagePicture {
  readonly position: number;
}

/** The pictures between two positions: nodes with an address and an alternative text. */
export function picturesIn(doc: Node, from: number, to: number): readonly PlacedPicture[] {
  const found: PlacedPicture[] = [];
  const { text, before } = flatText(doc, 0, doc.content.size);
  const plain = text.replaceAll(objectSign, ' ');
  let unit = 0;
  doc.nodesBetween(from, to, (node, position) => {
    const { src, alt } = node.attrs;
    if (!node.isAtom || typeof src !== 'string' || src.trim() === '' || !('alt' in node.attrs)) return;
    const [address, said] = [plainAddress(src), typeof alt === 'string' ? alt : ''];
    while ((before[unit] ?? position) < position) unit += 1;
    const place = unit;
    found.push({
      address,
      alt: said,
      position,
      // Few of many pictures are described at once.
      get text() {
        return textAround(plain, place, address, said);
      },
    });
  });
  return found;
}

/** Gives pictures their alternative texts in one step; those that the author has moved or replaced meanwhile are left. */
export function describe(view: EditorView, changes: readonly Change[]): number {
  const mapping = marksKey.getState(view.state)?.mapping;
  const transaction = view.state.tr;
  let made = 0;
  for (const { picture, replacement } of changes) {
    if (!picture || !isPlaced(picture)) continue;
    const position = mapping ? mapping.map(picture.position) : picture.position;
    const node = view.state.doc.nodeAt(position);
    if (!node || plainAddress(String(node.attrs['src'] ?? '')) !== picture.address) continue;
    transaction.setNodeAttribute(position, 'alt', replacement);
    made += 1;
  }
  view.dispatch(closeHistory(transaction));
  return made;
}

const isPlaced = (picture: PassagePicture): picture is PlacedPicture => 'position' in picture;
