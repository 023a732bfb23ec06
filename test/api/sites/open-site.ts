import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import type { SearchResults } from '../../../contract/search.ts';
import { createApp } from '../../../server/app.ts';
import { readEnv } from '../../../server/env.ts';
import { openPorts } from '../../../server/open-ports.ts';
import { createTestLog } from '../../fakes/log.ts';

export type Site = Awaited<ReturnType<typeof openFolder>>;

/** The service over a folder of `test/fixtures/sites`, without any model, asked as a visitor asks. */
export const openSite = (name: string) => openFolder(join(import.meta.dirname, '../../fixtures/sites', name));

/** The same over any folder of Markdown; with other settings of the environment, and a data folder that was filled before. */
export async function openFolder(
  contentDir: string,
  settings: Readonly<Record<string, string>> = {},
  fill?: (dataDir: string) => Promise<void>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-site-'));
  await fill?.(dataDir);
  const env = readEnv({ DOCENT_DATA_DIR: dataDir, DOCENT_CONTENT_DIR: contentDir, ...settings });
  const app = await createApp(await openPorts(env, createTestLog()));
  await app.start();
  let visitors = 0;
  const nextVisitor = () => `198.51.100.${++visitors % 250}`;
  const ask = async (message: string, history: readonly object[] = []): Promise<ChatReply> => {
    const reply = await app.server.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ message, history }),
      remoteAddress: nextVisitor(),
    });
    return reply.json();
  };
  return {
    ask,
    /** Results of the search box. */
    async search(keyword: string): Promise<SearchResults['articles']> {
      const url = `${publicPrefix}/search/halo-results?keyword=${encodeURIComponent(keyword)}`;
      return (await app.server.inject({ url, remoteAddress: nextVisitor() })).json<SearchResults>().articles;
    },
    /** The last of several questions of one conversation. */
    async converse(...questions: readonly string[]): Promise<ChatReply> {
      const history: object[] = [];
      let reply: ChatReply = {};
      for (const question of questions) {
        reply = await ask(question, history);
        history.push({ role: 'user', content: question }, { role: 'assistant', content: reply.reply ?? '' });
      }
      return reply;
    },
    /** Figures of the index, for the administrator whose token the settings name. */
    async stats(): Promise<KnowledgeStats> {
      const headers = { authorization: `Bearer ${settings['DOCENT_ADMIN_TOKEN'] ?? ''}` };
      return (await app.server.inject({ url: `${consolePrefix}/knowledge/stats`, headers })).json();
    },
    /** Changes settings, as the administrator whose token the settings of the environment name. */
    async configure(patch: object): Promise<void> {
      await app.server.inject({
        method: 'POST',
        url: `${consolePrefix}/config/save`,
        headers: {
          authorization: `Bearer ${settings['DOCENT_ADMIN_TOKEN'] ?? ''}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify(patch),
      });
    },
    async close() {
      await app[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Path and anchor that an answer quotes, `nowhere` when it quotes none. */
export const quoted = ({ reply = '' }: ChatReply): string =>
  decodeURI(/\]\(\/archives\/([^)]*)\)/.exec(reply)?.[1] ?? 'nowhere');
