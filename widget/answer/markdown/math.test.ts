import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { mathExtensions } from './math.ts';

const marked = new Marked({
  extensions: mathExtensions((formula, isDisplayed) => (isDisplayed ? `{{${formula}}}` : `{${formula}}`)),
});
const read = (markdown: string) => marked.parse(markdown, { async: false }).trim();

test.each([
  ['so $a_1 * b_2$ and *c*', '<p>so {a_1 * b_2} and <em>c</em></p>'],
  ['so \\(x_1 + y_1\\)', '<p>so {x_1 + y_1}</p>'],
  ['$$\n\\sum_{i} x_i\n$$', '{{\\sum_{i} x_i}}'],
  ['see\n$$\nx_1\n$$\nthere', '<p>see</p>\n{{x_1}}<p>there</p>'],
  ['\\[\na * b\n\n* c\n\\]', '{{a * b\n\n* c}}'],
])('%s stays a formula', (markdown, shown) => {
  expect(read(markdown)).toBe(shown);
});

test.each(['between $5 and $10', '$HOME/$USER', '$ 5 $', '`$a$`', 'costs $5', 'a \\$b\\$'])(
  '%s is none',
  (markdown) => {
    expect(read(markdown)).not.toContain('{');
  },
);

test('dollars without end do not hold anything up', () => {
  const started = performance.now();
  read('$a '.repeat(20_000));
  expect(performance.now() - started).toBeLessThan(20_000);
});
