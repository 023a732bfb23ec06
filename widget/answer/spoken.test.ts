import { expect, test } from 'vitest';
import { ask, end, receive } from '../chat/conversation.ts';
import type { Texts } from '../texts/texts.ts';
import { spokenAnswer } from './spoken.ts';

const text: Texts = (key) => `(${key})`;

/** An answer with a text, as it stands when it is complete. */
function answerOf(content: string) {
  const asked = ask([], { id: 1, question: 'How?', intentRouteId: undefined });
  const [turn] = end(receive(asked, 1, [{ event: 'token', data: { content } }], 0), 1, 'done', 0);
  if (!turn) throw new Error('No turn');
  return turn.answer;
}

test('WG32: what is said of an answer has neither signs of Markdown nor addresses of links', () => {
  const answer = answerOf('## Backups\nFrom [Backup, restore](/archives/backup): copy **the folder** [sic].');
  expect(spokenAnswer(answer, { text, language: 'en' })).toBe(
    '(ready) Backups\nFrom Backup, restore: copy the folder [sic].',
  );
});
