import { vi } from 'vitest';
import { createEmbeddedHost } from '../../server/adapters/hosts/embedded/embedded.ts';
import { idOf } from '../../server/adapters/hosts/embedded/content/article.ts';
import { createContentFolder } from '../fakes/content-folder.ts';
import { createTestLog } from '../fakes/log.ts';
import { hostContract } from './host.ts';

hostContract('embedded', async () => {
  const folder = await createContentFolder();
  const host = await createEmbeddedHost({
    ...folder,
    log: createTestLog(),
    clock: { now: Date.now },
    watch: { quietMs: 20, maxWaitMs: 100, rescanMs: 250 },
  });
  return {
    host,
    async publish({ name, title, text, tags = [], limited = false }) {
      const id = idOf(`${name}.md`);
      const head = { title, tags, visibility: limited ? 'limited' : 'public' };
      await folder.write(`${name}.md`, `---\n${JSON.stringify(head)}\n---\n${text}\n`);
      await known(async () => {
        const article = await host.article(id);
        const listed = (await Array.fromAsync(host.heads())).find((one) => one.id === id);
        return (
          article?.title === title &&
          article.body.text.includes(text) &&
          listed?.revision === article.revision
        );
      });
      return id;
    },
    async unpublish(name) {
      await folder.remove(`${name}.md`);
      await known(
        async () => !(await Array.fromAsync(host.heads())).some((head) => head.id === idOf(`${name}.md`)),
      );
    },
    close: async () => folder[Symbol.asyncDispose](),
  };
});

const known = async (isKnown: () => Promise<boolean>): Promise<void> => {
  await vi.waitUntil(isKnown, { timeout: 30_000, interval: 10 });
};
