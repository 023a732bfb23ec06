import { expect, test } from 'vitest';
import { highlightsOf } from './highlights.ts';

test('the words of the search are highlighted, the rest is not', () => {
  expect(highlightsOf('…stop the <mark>service</mark> first')).toEqual([
    { text: '…stop the ', isFound: false },
    { text: 'service', isFound: true },
    { text: ' first', isFound: false },
  ]);
  expect(highlightsOf('')).toEqual([]);
});

test('entities are read once, and other tags stay text', () => {
  expect(highlightsOf('a &lt;b&gt; &amp;lt; &quot;c&#39;')).toEqual([
    { text: `a <b> &lt; "c'`, isFound: false },
  ]);
  expect(highlightsOf('<img src=x onerror=alert(1)><mark>x')).toEqual([
    { text: '<img src=x onerror=alert(1)>', isFound: false },
    { text: 'x', isFound: true },
  ]);
});
