import { expect, test } from 'vitest';
import { outlineIn, outlineMarkdown, sectionsSoFar } from './outline-text.ts';

const outline = {
  title: 'Tea',
  summary: 'How to brew it.',
  sections: [
    { heading: '1 Water', summary: 'Soft.', children: [{ heading: '1.1 Heat', summary: '' }] },
    { heading: '2 Leaves', summary: 'Fresh.' },
  ],
};

test('an outline is read with and without a fence', () => {
  const text = JSON.stringify(outline);
  expect(outlineIn(text)).toEqual(outline);
  expect(outlineIn('```json\n' + text + '\n```')).toEqual(outline);
  for (const other of ['', 'No outline.', '{', '{"title":""}']) expect(outlineIn(other)).toBeUndefined();
});

test('an outline becomes headings with their summaries', () => {
  expect(outlineMarkdown(outline)).toBe(
    '# Tea\n\nHow to brew it.\n\n## 1 Water\n\nSoft.\n\n### 1.1 Heat\n\n## 2 Leaves\n\nFresh.',
  );
});

test('sections are counted while they arrive', () => {
  expect(sectionsSoFar('{"title":"Tea","sections":[{"heading":"1 Water","summary":"So')).toBe(1);
});
