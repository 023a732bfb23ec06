import { Lexer, Marked, Parser } from 'marked';
import { expect, test } from 'vitest';
import { longText } from '../../../test/e2e/long-answer.ts';
import { strongBesideCjk } from './cjk-emphasis.ts';
import { optionsWith } from './marked-options.ts';
import { mathExtensions } from './math.ts';

const rules = [
  ...mathExtensions((formula, isDisplayed) => (isDisplayed ? `{{${formula}}}` : `{${formula}}`)),
  strongBesideCjk,
];
const whole = new Marked({ extensions: rules });

test.each([
  ['a long answer', longText],
  ['formulas beside bold text', '**加粗 $a_1$。**后面 **$x$**\n$$\na\n$$\n\\[b\\]\n\n- **引号**之后 \\(c\\)'],
  ['prices and stars', 'between $5 and $10, **not** 2 * 3 * 4\n\n| $a$ | **b**。 |\n| - | - |\n| 1 | 2 |'],
])('the lexer and the parser read as the whole of marked does: %s', (_name, text) => {
  const options = optionsWith(rules);
  const html = Parser.parse(Lexer.lex(text, options), options);
  expect(html).toContain('<');
  expect(html).toBe(whole.parse(text, { async: false }));
});
