import { describe, expect, it } from 'vitest';
import {
  chunk,
  events,
  json,
  serveDialect,
  stream,
} from '../../../../../test/fakes/provider/serve-dialect.ts';

const { dialect, talk } = serveDialect();

describe('MOD6: a template that opens the reasoning', () => {
  const said = (...pieces: string[]) =>
    events(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]');
  const thought = { text: 'At nine.', reasoning: 'Hours are asked.\n', reason: 'stop' };

  it.each(['</think>', '</THINKING>', '[/THINK]', '◁/think▷'])(
    'is learned from a lone %s, without a setting',
    async (tag) => {
      const { ask } = talk();
      const pieces = ['Hours ', 'are asked.\n', `${tag}\n\n`, 'At nine.'];
      dialect.answer = (_, response) =>
        json(response, 200, { choices: [{ message: { content: pieces.join('') }, finish_reason: 'stop' }] });
      expect(await ask()).toEqual(thought);
      dialect.answer = (_, response) => stream(response, ...said(...pieces));
      expect(await ask()).toEqual(thought);
      // Thoughts that a server keeps apart, or does without, are no reason to wait for a tag again.
      dialect.answer = (_, response) => stream(response, ...said('At nine.'));
      expect((await ask()).text).toBe('At nine.');
      dialect.answer = (_, response) => stream(response, ...said('At ten, ', 'says <kbd>', '.'));
      expect(await ask()).toEqual({ text: 'At ten, says <kbd>.', reasoning: '', reason: 'stop' });
    },
  );

  it('is not learned from a text that names the tag', async () => {
    const { ask } = talk();
    dialect.answer = (_, response) => stream(response, ...said('Models end with `</think>`', ' here.'));
    await ask();
    dialect.answer = (_, response) => stream(response, ...said('At nine.'));
    expect(await ask()).toMatchObject({ text: 'At nine.', reasoning: '' });
  });
});
