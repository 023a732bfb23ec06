import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const Comparison = z.strictObject({
  text: z.string().min(10),
  things: z.tuple([z.string().min(1), z.string().min(1)]),
  relevant: z.array(z.string().min(1)).min(2),
});

test('40 questions, each once, with two searches and two articles or more', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'));
  const questions = files.flatMap((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => Comparison.parse(JSON.parse(line))),
  );
  expect(new Set(questions.map(({ text }) => text)).size).toBe(40);
  for (const { relevant, things } of questions) {
    expect(new Set(relevant).size).toBe(relevant.length);
    expect(things[0]).not.toBe(things[1]);
  }
});
