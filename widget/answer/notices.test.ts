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
  expect(authorNote(answerOf(summary), { settings: settingsFrom(config), text: (name) => name })).toBe(key);
});

test.each([
  [[undefined], 'quotedFromSite'],
  [['The docs'], '— The docs'],
  [['The docs', 'A forum', 'The docs'], '— The docs — A forum'],
  [['The docs', undefined], '— The docs quotedFromSite'],
  [[undefined, 'The docs'], 'quotedFromSite — The docs'],
])('SRC2: below quotes of %j stands %s', (sources, note) => {
  const citations = sources.map((source) => ({ title: 'A', url: '/a', ...(source && { source }) }));
  const answer = { ...answerOf({ writtenBy: 'articles' }), citations };
  const text = (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ');
  expect(authorNote(answer as never, { settings: settingsFrom({}), text })).toBe(note);
});

test('CA12: an answer of the owner is told as such, in one line', () => {
  const answer = answerOf({ writtenBy: 'service', answeredBy: 'curated' });
  for (const texts of [{}, { 'en:disclaimer': 'May be wrong' }])
    expect(authorNote(answer, { settings: settingsFrom({ texts }), text: (name) => name })).toBe('curated');
});

test('WG19: an answer that is still arriving has no note yet', () => {
  const context = { settings: settingsFrom({}), text: (name: string) => name };
  expect(authorNote({ ...answerOf({}), ending: undefined }, context)).toBeUndefined();
});
