import { expect, test } from 'vitest';
import { blocksOf } from './cut-article.ts';

const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(8_000)}=`;
const file = `data:application/vnd.ms-excel;name=a.xls;base64,${'UEsDBBQA/+'.repeat(300_000)}`;

test.each([
  ['a picture in a line', 'markdown', `The glacier ![map](${picture}) is 300 m thick.`],
  ['a picture by reference', 'markdown', `The glacier ![map][1] is 300 m thick.\n\n[1]: ${picture}`],
  ['an element', 'markdown', `The glacier <img src="${picture}" alt="map"> is 300 m thick.`],
  ['an element of a platform', 'html', `<p>The glacier <img alt="map" src="${picture}"> is 300 m thick.</p>`],
  ['a file of three megabytes', 'markdown', `The glacier [map](${file}) is 300 m thick.`],
] as const)('KN31: nothing is indexed of %s that is written out in the text', (_, format, text) => {
  expect(blocksOf({ body: { format, text } }).map((block) => block.text)).toEqual([
    'The glacier map is 300 m thick.',
  ]);
});

test('KN31: what follows such a file is indexed, and short addresses and words about data stay', () => {
  const text = `![map](${file})\n\nThe end. \`data:text/plain,hello\` is an address; metadata:yes/no, is none.`;
  const blocks = blocksOf({ body: { format: 'markdown', text } });
  expect(blocks.at(-1)?.text).toBe('The end. data:text/plain,hello is an address; metadata:yes/no, is none.');
});
