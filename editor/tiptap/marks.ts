import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Mapping } from '@tiptap/pm/transform';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Change } from '../passage.ts';
import { flatText, rangeOf, type FlatText, type TextRange } from './flat-text.ts';

/** The writing help's decorations of a document, which itself is unchanged. */
export interface Marks {
  readonly flat: FlatText;
  readonly from: number;
  readonly to: number;
  /** The author's changes to the document since then. */
  readonly mapping: Mapping;
  readonly changes: readonly Change[];
  readonly current: number;
}

/** Plugin key. */
export const marksKey = new PluginKey<Marks | undefined>('docentWriting');

/** Sets or removes the decorations. */
export const withMarks = (transaction: Transaction, marks: Marks | undefined): Transaction =>
  transaction.setMeta(marksKey, { marks });

export const marksPlugin = (view: Plugin['spec']['view'], reached: (index: number) => void) =>
  new Plugin<Marks | undefined>({
    key: marksKey,
    ...(view && { view }),
    state: {
      init: () => undefined,
      apply(transaction, marks) {
        const set: { marks: Marks | undefined } | undefined = transaction.getMeta(marksKey);
        const next = set ? set.marks : marks;
        if (!next || !transaction.docChanged) return next;
        return { ...next, mapping: new Mapping([...next.mapping.maps, ...transaction.mapping.maps]) };
      },
    },
    props: {
      decorations: (state) => drawn(state),
      handleClick(_view, _position, event) {
        const place = event.target instanceof Element ? event.target.closest('[data-docent-change]') : null;
        if (place) reached(Number(place.getAttribute('data-docent-change')));
        return false;
      },
    },
  });

/** Maps a change to its current position; `undefined` when the author has edited its text. */
export function placeOf(state: EditorState, change: Change): TextRange | undefined {
  const marks = marksKey.getState(state);
  if (!marks) return undefined;
  const old = rangeOf(marks.flat, change);
  const from = marks.mapping.map(old.from, old.from === old.to ? -1 : 1);
  const to = marks.mapping.map(old.to, -1);
  const before = flatText(state.doc, from, to).text;
  const was = marks.flat.text.slice(change.start, change.end);
  // An empty line between blocks may be part of the range; a change concerns the words only.
  return to < from || before.trim() !== was.trim() ? undefined : { ...old, from, to };
}

function drawn(state: EditorState): DecorationSet | null {
  const marks = marksKey.getState(state);
  if (!marks) return null;
  const { changes, current, mapping } = marks;
  const decorations =
    changes.length > 0
      ? changes.flatMap((change, index) => {
          const place = placeOf(state, change);
          return place ? changeMarks(place, change, { index, isCurrent: index === current }) : [];
        })
      : [
          Decoration.inline(mapping.map(marks.from, 1), mapping.map(marks.to, -1), {
            class: 'docent-passage',
          }),
        ];
  return DecorationSet.create(state.doc, decorations);
}

interface Numbered {
  readonly index: number;
  readonly isCurrent: boolean;
}

function changeMarks({ from, to, replacement }: TextRange, change: Change, { index, isCurrent }: Numbered) {
  const attributes = (name: string) => ({
    class: `${name} docent-${change.decision}${isCurrent ? ' docent-current' : ''}`,
    'data-docent-change': String(index),
  });
  if (change.decision === 'rejected')
    return from < to ? [Decoration.inline(from, to, attributes('docent-kept'))] : [];
  if (change.href !== undefined)
    return [Decoration.inline(from, to, { nodeName: 'ins', ...attributes('docent-added') })];
  const removed =
    from < to ? [Decoration.inline(from, to, { nodeName: 'del', ...attributes('docent-removed') })] : [];
  if (replacement === '') return removed;
  const added = Decoration.widget(to, () => addedText(replacement, attributes('docent-added')), {
    side: 1,
    ignoreSelection: true,
    key: `${index} ${change.decision} ${isCurrent} ${replacement}`,
  });
  return [...removed, added];
}

function addedText(text: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const place = document.createElement('ins');
  for (const [name, value] of Object.entries(attributes)) place.setAttribute(name, value);
  place.contentEditable = 'false';
  place.textContent = text;
  return place;
}
