import { describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { asAdmin, createTestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';

/** A quotation with its link and an ellipsis. */
const longest = 1000;

describe('an article with a line that does not end', () => {
  test.each([
    [
      'a data address',
      'What does the tower trace look like?',
      `data:image/png;base64,${'iVBORw0KGgoAAAA'.repeat(3000)}`,
    ],
    [
      'JSON in one line',
      'kklog trace of the tower',
      '{"level":30,"msg":"tower","path":"/a/b/c"},'.repeat(1000),
    ],
    ['Chinese without marks', '灯塔的记录是什么', '灯塔的记录很长很长'.repeat(3000)],
    ['a row of pictures', 'kklog trace of the tower', '![tower]'.repeat(4000)],
  ])(
    'ANS1, LIN1: %s is quoted no longer than other places, in reply, stream and log',
    async (_, question, run) => {
      const text = `# Trace of kklog\n\nThe kklog trace of the tower (灯塔的记录) is: ${run}\n\n## More\n\nThe tower is red.`;
      const host = createFakeHost([{ id: 'trace', title: 'Trace of kklog', tags: [], text }]);
      await using app = await createTestApp({ host, models: createModels() });
      const ask = (path: string) =>
        app.inject({
          method: 'POST',
          url: `${publicPrefix}/${path}`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ message: question }),
        });
      const { reply = '', answerState } = (await ask('chat')).json<ChatReply>();
      expect(answerState).toMatch(/answered|partial/);
      expect(reply.length).toBeLessThan(longest);
      expect((await ask('chat/stream')).body.length).toBeLessThan(20 * longest);
      const logs = await app.inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
      const { items } = logs.json<{ items: readonly { readonly answer: string }[] }>();
      expect(items.map(({ answer }) => answer.length < longest)).toEqual([true, true]);
      expect(app.log.errors).toEqual([]);
    },
  );
});
