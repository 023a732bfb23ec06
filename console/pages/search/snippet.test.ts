import { expect, test } from 'vitest';
import { piecesOf } from './snippet.ts';

test('found words are marked, everything else is text', () => {
  expect(piecesOf('how to <mark>back up</mark> a &lt;site&gt; &amp; more')).toEqual([
    { text: 'how to ', marked: false },
    { text: 'back up', marked: true },
    { text: ' a <site> & more', marked: false },
  ]);
  expect(piecesOf('<img src=x onerror=alert(1)>safe')).toEqual([{ text: 'safe', marked: false }]);
  expect(piecesOf('')).toEqual([]);
});
