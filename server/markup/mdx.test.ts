import { expect, test } from 'vitest';
import { plainMdx } from './mdx.ts';

/** Lines that hold something. */
const lines = (source: string) =>
  plainMdx(source)
    .split('\n')
    .filter((line) => line.trim() !== '');

test('HOST17: imports, exports and comments are gone, and the text of components stays', () => {
  const source = `import Tabs from '@theme/Tabs';
import { a,
  b } from './x';

export const Figure = ({ src }) => {

  return <img src={src} />;
};

# Roses

{/* not for
readers */}
Water <Term>them</Term>{' '}twice a week, <Icon name="x>y" onClick={() => a > b} /> import nothing.

<Tabs groupId="os">
  <TabItem value="mac" label="macOS">

  Open the tap.

      Slowly.

  </TabItem>
  <TabItem
    value="win"
    label={'Windows'}
  >

  \`\`\`ts
  import { tap } from 'garden'; // <Tap>
    if (a < B) {/* kept */}
  \`\`\`

  </TabItem>
</Tabs>

<>A \`<Kept>\` code.</>
<div>plain</div>`;
  expect(lines(source)).toEqual([
    '# Roses',
    'Water them twice a week,  import nothing.',
    '**macOS**',
    'Open the tap.',
    '  Slowly.',
    '**Windows**',
    '```ts',
    "import { tap } from 'garden'; // <Tap>",
    '  if (a < B) {/* kept */}',
    '```',
    'A `<Kept>` code.',
    '<div>plain</div>',
  ]);
});

test('HOST17: what is never closed is text', () => {
  expect(lines('Less <Than and\n\nmore {/* here')).toEqual(['Less <Than and', 'more {/* here']);
  expect(plainMdx('x <A '.repeat(20_000))).toContain('x <A ');
  expect(plainMdx('<A\n'.repeat(100_000)).length).toBeGreaterThan(0);
});
