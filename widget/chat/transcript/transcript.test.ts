import { expect, test } from 'vitest';
import { ask, end, receive } from '../conversation.ts';
import { settingsFrom as withShell } from '../../loader/settings.ts';
import { shellSettingsFrom } from '../../loader/shell-settings.ts';
import { texts } from '../../texts/en.ts';
import { createTexts } from '../../texts/texts.ts';
import { transcript } from './transcript.ts';

const settingsFrom = (value: unknown) => withShell(shellSettingsFrom(value));

test('a transcript holds questions, answers and the sources they mark', () => {
  const frames = [
    {
      event: 'citations',
      data: [
        { postId: 'a', title: 'Unused', url: '/a' },
        { postId: 'b', title: 'Backing\nup', url: '/b', anchor: 'why' },
        { postId: 'c', title: 'Bad', url: 'javascript:alert(1)' },
      ],
    },
    { event: 'token', data: { content: 'Copy it [2][3].' } },
  ] as const;
  const asked = ask([], { id: 1, question: 'How\nso?', intentRouteId: undefined });
  const talk = end(receive(asked, 1, frames, 0), 1, 'done', 0);
  const context = {
    text: createTexts(texts, 'en'),
    settings: settingsFrom({}),
    site: 'https://site.example',
    title: 'Page',
    address: 'https://site.example/p',
    date: '2026-11-21',
  };
  expect(transcript(talk, context)).toBe(`# Page

<https://site.example/p> · 2026-11-21

## How so?

Copy it [1][2].

> ${texts.disclaimer}

2 sources:${'  '}
[1] Backing up <https://site.example/b#why>${'  '}
[2] Bad
`);
});
