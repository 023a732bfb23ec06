import { expect, test } from 'vitest';
import { texts as mapTexts } from '../../../widget/mind-map/texts/en.ts';
import { texts } from '../../../widget/texts/en.ts';
import { pageTexts } from './texts.ts';
import { nextKey, withText, withoutText } from './wording.ts';

test('every text that can be worded here is one of the widget', () => {
  const known = Object.keys({ ...texts, ...mapTexts });
  expect(Object.keys(pageTexts.en.wordingKeys).filter((key) => !known.includes(key))).toEqual([]);
});

test('rows are added, worded, turned into other texts and taken away, in their order', () => {
  const added = withText(withText({}, { from: 'title', to: 'title', text: 'Ask us' }), {
    from: 'failed',
    to: 'failed',
    text: '',
  });
  expect(nextKey(['title', 'failed', 'search'], added)).toBe('search');
  const turned = withText(added, { from: 'title', to: 'search', text: 'Ask us' });
  expect(Object.entries(turned)).toEqual([
    ['search', 'Ask us'],
    ['failed', ''],
  ]);
  expect(withoutText(turned, 'search')).toEqual({ failed: '' });
});
