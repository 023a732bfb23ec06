import { closeHistory } from '@tiptap/pm/history';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { Mapping, type StepMap } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import type { WritingAction } from '../../contract/writing/actions.ts';
import type { Change, NewText, Passage } from '../passage.ts';
import { flatText, objectSign, rangeOf, type FlatText } from './flat-text.ts';
import { marksKey, placeOf, withMarks, type Marks } from './marks.ts';
import { describe, picturesIn } from './pictures.ts';
import { blocksOf, replaceRange } from './replace.ts';

/** The selection of an editor, or its whole document when nothing is selected. */
export function tiptapPassage(view: EditorView): Passage {
  const { doc, selection, schema } = view.state;
  const [from, to] = selection.empty ? [0, doc.content.size] : [selection.from, selection.to];
  const flat = flatText(doc, from, to);
  const start = { flat, from, to, mapping: new Mapping(), changes: [], current: 0 };
  view.dispatch(withMarks(view.state.tr, start));
  const marks = () => marksKey.getState(view.state);
  const pictures = picturesIn(doc, from, to);
  const without: WritingAction[] = [
    ...(schema.marks['link'] ? [] : (['link', 'propose-links'] as const)),
    ...(pictures.length > 0 ? [] : (['alt-text'] as const)),
  ];
  return {
    text: flat.text,
    pictures: () => pictures,
    without,
    showsChanges: true,
    fits: (change) => fits(flat, doc, change),
    show(changes, current) {
      const now = marks() ?? start;
      view.dispatch(withMarks(view.state.tr, { ...now, changes, current }));
    },
    apply: (changes) =>
      changes.some(({ picture }) => picture) ? describe(view, changes) : apply(view, changes),
    insert: (text, place) => insert(view, text, place),
    release() {
      if (!view.isDestroyed && marks()) view.dispatch(withMarks(view.state.tr, undefined));
    },
  };
}

/** True when a change concerns text only, not the boundaries of tables and similar nodes. */
function fits(flat: FlatText, doc: Node, change: Change): boolean {
  if ((change.before + change.replacement).includes(objectSign)) return false;
  const { from, to } = rangeOf(flat, change);
  const [start, end] = [doc.resolve(from), doc.resolve(to)];
  if (!start.parent.isTextblock || !end.parent.isTextblock) return false;
  const link = doc.type.schema.marks['link'];
  if (change.href !== undefined)
    return link !== undefined && start.parent.type.name !== 'heading' && !doc.rangeHasMark(from, to, link);
  const shared = start.sharedDepth(to);
  const crossed = [start, end].flatMap((place) =>
    Array.from({ length: place.depth - shared }, (_, depth) => place.node(shared + 1 + depth)),
  );
  return !crossed.some(({ type }) => type.spec.isolating);
}

/** Dispatches one separate step of the editor's history; the passage, which may have grown by it, stays marked. */
function inOneStep(view: EditorView, transaction: Transaction): void {
  const marks = marksKey.getState(view.state);
  const { maps } = transaction.mapping;
  view.dispatch(closeHistory(withMarks(transaction, undefined)));
  const passage = marks && grown(marks, maps);
  view.dispatch(closeHistory(withMarks(view.state.tr, passage)));
}

/** The marks of a passage with what steps put into it or below it. */
function grown({ flat, from, to, mapping: before }: Marks, maps: readonly StepMap[]): Marks {
  const mapping = new Mapping([...before.maps, ...maps]);
  const ends = maps.flatMap((map, index) => {
    const later = new Mapping(maps.slice(index + 1));
    const found: number[] = [];
    map.forEach((_from, _to, _start, end) => void found.push(later.map(end)));
    return found;
  });
  const end = Math.max(mapping.map(to, -1), ...ends);
  return { flat, from: mapping.map(from, -1), to: end, mapping: new Mapping(), changes: [], current: 0 };
}

function apply(view: EditorView, changes: readonly Change[]): number {
  const { state } = view;
  const transaction = state.tr;
  const placed = changes.flatMap((change) => {
    const place = placeOf(state, change);
    return place ? [{ place, change }] : [];
  });
  // From the end, so that earlier positions stay valid.
  for (const { place, change } of placed.toReversed()) {
    const link = change.href === undefined ? undefined : state.schema.marks['link'];
    if (link) transaction.addMark(place.from, place.to, link.create({ href: change.href }));
    else replaceRange(transaction, place);
  }
  inOneStep(view, transaction);
  return placed.length;
}

function insert(view: EditorView, text: NewText, where: 'instead' | 'below'): boolean {
  const { state } = view;
  const marks = marksKey.getState(state);
  const blocks = blocksOf(state.schema, text);
  if (!marks || blocks.length === 0) return false;
  const [from, to] = [marks.mapping.map(marks.from, 1), marks.mapping.map(marks.to, -1)];
  const end = state.doc.resolve(Math.max(from, to));
  const transaction = state.tr;
  const isInText = text.outline === undefined && state.doc.resolve(from).parent.isTextblock;
  const below = end.depth === 0 ? end.pos : end.after(1);
  if (where === 'below') transaction.insert(below, blocks);
  else if (isInText) replaceRange(transaction, { from, to: end.pos, replacement: text.text.trim() });
  else transaction.replaceRange(from, end.pos, new Slice(Fragment.from(blocks), 0, 0));
  inOneStep(view, transaction);
  if (where === 'below') scrollToBlock(view, below);
  return true;
}

/** Shows the author what was inserted, when it is out of sight. */
function scrollToBlock(view: EditorView, position: number): void {
  const block = view.nodeDOM(position);
  if (!(block instanceof HTMLElement)) return;
  const { top, bottom } = block.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) block.scrollIntoView({ block: 'center' });
}
