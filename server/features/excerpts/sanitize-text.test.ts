import { describe, expect, test } from 'vitest';
import { sanitizeText } from './sanitize-text.ts';

const said = 'Use water of 93 degrees.';

describe('the prose of a reply', () => {
  test.each([
    ['plain text', said],
    ['reasoning before it', `<think>The user wants a summary.</think>\n${said}`],
    ['reasoning whose beginning was lost', `They want it short.\n</think>\n\n${said}`],
    ['a fence around it', `\`\`\`text\n${said}\n\`\`\``],
    ['a preface and a fence', `Here is the excerpt:\n\n\`\`\`\n${said}\n\`\`\`\nAnything else?`],
    ['a preface on its own line', `Sure! Here is a summary of the article:\n\n${said}`],
    ['a preface on the same line', `Here's the summary: ${said}`],
    ['a courtesy', `Certainly!\n\n${said}`],
    ['a label', `**Summary:** ${said}`],
    ['quotation marks', `"${said}"`],
    ['curly ones behind a label', `Excerpt: “${said}”`],
    ['a heading', `## Excerpt\n\n${said}`],
    ['marks of Markdown', `**Use** [water](https://example.org) of _93_ degrees.`],
    ['a list item', `- ${said}`],
    ['tags', `<p>Use <b>water</b> of 93 degrees.</p>`],
    ['a script', `Use water<script>alert(1)</script> of 93 degrees.`],
    ['a picture', `![](https://example.org/track.png)${said}`],
    ['a count of characters', `${said} (24 characters)`],
    ['JSON', `{"summary": "${said}", "language": "en"}`],
    ['fenced JSON', `\`\`\`json\n{"excerpt": "${said}"}\n\`\`\``],
    ['broken lines', `Use water of\n93   degrees.\u0000`],
  ])('EX15: without %s', (_, reply) => {
    expect(sanitizeText(reply)).toBe(said);
  });

  test.each(['{"broken": [1,', '{"summary": {"length": 3}}', '[{"language": 1}]'])(
    'EX15: JSON without a text is none: %j',
    (reply) => {
      expect(sanitizeText(reply)).toBe('');
    },
  );

  test.each([
    ['以下是文章摘要：\n\n龙井茶适合用八十度的水。', '龙井茶适合用八十度的水。'],
    ['好的，以下是为您生成的摘要：龙井茶适合用八十度的水。', '龙井茶适合用八十度的水。'],
    ['摘要：「龙井茶适合用八十度的水。」', '龙井茶适合用八十度的水。'],
    ['龙井茶适合用八十度的水。（约12字）', '龙井茶适合用八十度的水。'],
  ])('EX15: %j', (reply, prose) => {
    expect(sanitizeText(reply)).toBe(prose);
  });

  test.each(['', '   ', '<think>Only thoughts, cut off', '```\n```', '# Title', '<!-- nothing -->'])(
    'EX15: nothing is left of %j',
    (reply) => {
      expect(sanitizeText(reply)).toBe('');
    },
  );

  test.each([
    '&lt;img src=x onerror=alert(1)&gt; is shown',
    'A <img src=x onerror=alert(1)',
    '`<script>alert(1)</script>` runs',
    '<<b>script>alert(1)<</b>/script>',
    `${'<'.repeat(3000)}b>`,
    '<think>'.repeat(2000),
    '```\n'.repeat(2000),
    `{${'"a":{'.repeat(2000)}`,
    `"${'“'.repeat(5000)}`,
  ])('EX15: nothing can be read as a tag in what is made of hostile text, case %#', (reply) => {
    expect(sanitizeText(reply)).not.toMatch(/<[a-z/!?]/i);
  });

  test('brackets, colons and quotation marks of the text itself stay', () => {
    for (const text of [
      'Two ways: filter or press.',
      'It is called “the press” by those who use it (mostly in 1950).',
      'A < b and c > d.',
      '"Press" beats "filter".',
    ])
      expect(sanitizeText(text)).toBe(text);
  });
});
