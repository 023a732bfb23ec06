import { Schema, type Node } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import type { WritingEdit } from '../../contract/writing/patch.ts';
import { editsBetween } from '../../server/features/writing/editing/edits.ts';
import { seeded } from '../../test/fakes/random.ts';
import { flatText, objectSign, rangeOf } from './flat-text.ts';
import { replaceRange } from './replace.ts';

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*' },
    heading: { group: 'block', content: 'inline*', attrs: { level: { default: 2 } } },
    codeBlock: { group: 'block', content: 'text*', code: true, marks: '' },
    list: { group: 'block', content: 'item+' },
    item: { content: 'paragraph block*' },
    rule: { group: 'block' },
    image: { group: 'inline', inline: true },
    hardBreak: { group: 'inline', inline: true },
    text: { group: 'inline' },
  },
  marks: { strong: {}, link: { attrs: { href: {} } } },
});

const block = (name: string, ...content: (Node | string)[]): Node =>
  schema.node(
    name,
    null,
    content.map((part) => (typeof part === 'string' ? schema.text(part) : part)),
  );
const strong = (text: string) => schema.text(text, [schema.mark('strong')]);
const linked = (text: string) => schema.text(text, [schema.mark('link', { href: '/a' })]);

/** The document after all edits, made from the end as the editor makes them. */
function edited(doc: Node, edits: readonly WritingEdit[]): Node {
  const flat = flatText(doc, 0, doc.content.size);
  const { tr } = EditorState.create({ doc });
  for (const edit of edits.toReversed()) replaceRange(tr, rangeOf(flat, edit));
  tr.doc.check();
  return tr.doc;
}

const textOf = (doc: Node) => flatText(doc, 0, doc.content.size).text;
const change = (doc: Node, result: string) => edited(doc, editsBetween(textOf(doc), result, 'sentence'));

test('ED5: a document is sent as its text; what is none stands for itself', () => {
  const doc = block(
    'doc',
    block('heading', 'Tea'),
    block('paragraph', 'One ', strong('two'), schema.node('hardBreak'), 'three', schema.node('image')),
    block('codeBlock', 'let secret;'),
    block('list', block('item', block('paragraph', 'first')), block('item', block('paragraph', 'second'))),
    schema.node('rule'),
    block('paragraph'),
    block('paragraph', 'end'),
  );
  expect(textOf(doc)).toBe(
    `Tea\n\nOne two\nthree${objectSign}\n\n${objectSign}\n\nfirst\n\nsecond\n\n${objectSign}\n\n\n\nend`,
  );
  const flat = flatText(doc, 0, doc.content.size);
  for (const word of ['Tea', 'two', 'three', 'first', 'second', 'end']) {
    const start = flat.text.indexOf(word);
    const { from, to } = rangeOf(flat, { start, end: start + word.length, replacement: '' });
    expect(doc.textBetween(from, to)).toBe(word);
  }
});

test('ED5: words that were marked keep their marks where they come back', () => {
  const doc = block(
    'doc',
    block('paragraph', 'We ', strong('really'), ' likes ', linked('green tea'), ' much.'),
  );
  const result = change(doc, 'All of us really do like green tea very much.');
  expect(result.toString()).toBe(
    'doc(paragraph("All of us ", strong("really"), " do like ", link("green tea"), " very much."))',
  );
});

test('ED5: text that is put into bold text is bold', () => {
  const doc = block('doc', block('paragraph', strong('It are so.')));
  expect(change(doc, 'It is so.').toString()).toBe('doc(paragraph(strong("It is so.")))');
});

test('ED5: paragraphs are added, left out, split and joined', () => {
  const doc = block(
    'doc',
    block('heading', 'A'),
    block('paragraph', 'One. Two.'),
    block('paragraph', 'Three.'),
  );
  const shape = (result: string) => change(doc, result).toString();
  expect(shape('A\n\nOne. Two.\n\nNew.\n\nThree.')).toBe(
    'doc(heading("A"), paragraph("One. Two."), paragraph("New."), paragraph("Three."))',
  );
  expect(shape('A\n\nThree.')).toBe('doc(heading("A"), paragraph("Three."))');
  expect(shape('A\n\nOne. Two.')).toBe('doc(heading("A"), paragraph("One. Two."))');
  expect(shape('A\n\nOne.\n\nTwo.\n\nThree.')).toBe(
    'doc(heading("A"), paragraph("One."), paragraph("Two."), paragraph("Three."))',
  );
  expect(shape('A\n\nOne. Two. Three.')).toBe('doc(heading("A"), paragraph("One. Two. Three."))');
});

test('ED5: whatever changes in a text changes so in the document', () => {
  const below = seeded(7);
  const words = ['tea', 'water', 'hot.', 'cold', 'leaf,', '绿茶', '水。', 'cup.', '😀'];
  const sentence = () => Array.from({ length: 1 + below(6) }, () => words[below(words.length)]).join(' ');
  const paragraphs = () => Array.from({ length: 1 + below(5) }, sentence);
  for (let round = 0; round < 300; round++) {
    const before = paragraphs();
    const after = before.flatMap((text) => {
      const kind = below(6);
      if (kind === 0) return [];
      if (kind === 1) return [text, sentence()];
      if (kind === 2) return [`${text} ${sentence()}`];
      if (kind === 3) return [text.replace(/\S+$/, sentence())];
      return [text];
    });
    const doc = block('doc', ...before.map((text, at) => block(at === 0 ? 'heading' : 'paragraph', text)));
    const result = after.length === 0 ? 'tea' : after.join('\n\n');
    const edits = editsBetween(textOf(doc), result, below(2) === 0 ? 'word' : 'sentence');
    expect([before, textOf(edited(doc, edits))]).toEqual([before, result]);
  }
});
