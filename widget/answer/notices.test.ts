import { expect, test } from 'vitest';
import { ask, end, receive, type Answer } from '../chat/conversation.ts';
import { settingsFrom as withShell } from '../loader/settings.ts';
import { shellSettingsFrom } from '../loader/shell-settings.ts';
import { authorNote } from './notices.ts';

const settingsFrom = (value: unknown) => withShell(shellSettingsFrom(value));

function answerOf(summary: Record<string, unknown>): Answer {
  const asked = ask([], { id: 1, question: 'How?', intentRouteId: undefined });
  const frames = [
    { event: 'token', data: { content: 'So.' } },
    { event: 'answer_state', data: { answerState: 'answered', ...summary } },
  ];
  const [turn] = end(receive(asked, 1, frames as never, 0), 1, 'done', 0);
  if (!turn) throw new Error('No turn');
  return turn.answer;
}

test.each([
  [{ writtenBy: 'model' }, {}, 'disclaimer'],
  [{ writtenBy: 'model' }, { showReferences: false }, 'disclaimerPlain'],
  [{ writtenBy: 'articles' }, {}, 'quotedFromSite'],
  [{ writtenBy: 'articles' }, { texts: { 'de:disclaimer': 'Unser Text' } }, 'disclaimer'],
  [{ writtenBy: 'service' }, {}, undefined],
  [{ kind: 'small_talk' }, {}, undefined],
  [{}, {}, 'disclaimer'],
  [{}, { quotesArticles: true }, 'quotedFromSite'],
])('WG19: the note on the author belongs to the answer: %j %j', (summary, config, key) => {
  expect(authorNote(answerOf(summary), settingsFrom(config))).toBe(key);
});

test('CA12: an answer of the owner is told as such, in one line', () => {
  const answer = answerOf({ writtenBy: 'service', answeredBy: 'curated' });
  expect(authorNote(answer, settingsFrom({}))).toBe('curated');
  const texts = { 'en:disclaimer': 'May be wrong' };
  expect(authorNote(answer, settingsFrom({ texts }))).toBe('curated');
});

test('WG19: an answer that is still arriving has no note yet', () => {
  expect(authorNote({ ...answerOf({}), ending: undefined }, settingsFrom({}))).toBeUndefined();
});
