import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { createFrameReader } from '../../contract/frames.ts';
import { startPostgresServer, withoutPostgres } from '../postgres-server.ts';
import { ready, startService, type Service } from './service.ts';
import { known, slowModel } from './slow-model.ts';

/** Processes take seconds to start, many times that on a busy machine. */
const patienceMs = 600_000;
const token = 'administrator-of-many-processes';
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** A site of one article with one PostgreSQL; `start` starts a process of it. */
async function site(models: readonly object[]) {
  const folder = await mkdtemp(join(tmpdir(), 'docent-many-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  const server = await startPostgresServer();
  opened.push(async () => server[Symbol.asyncDispose]());
  await mkdir(join(folder, 'site'));
  await writeFile(join(folder, 'site/postgresql.md'), `# PostgreSQL\n\n${known}\n`);
  await writeFile(join(folder, 'models.json'), JSON.stringify({ models }));
  let started = 0;
  return async (): Promise<Service> => {
    const service = await startService({
      DOCENT_DATABASE_URL: server.url,
      DOCENT_DATA_DIR: join(folder, `data-${(started += 1)}`),
      DOCENT_CONTENT_DIR: join(folder, 'site'),
      DOCENT_MODELS_FILE: join(folder, 'models.json'),
      DOCENT_ADMIN_TOKEN: token,
      DOCENT_ADMIN_PASSWORD: 'of many processes 4711',
      DOCENT_STOP_SECONDS: '60',
      DOCENT_LOG_LEVEL: 'warn',
    });
    opened.push(async () => {
      service.child.kill('SIGKILL');
      await service.ended;
    });
    await ready(service);
    return service;
  };
}

const question = 'How do I connect PostgreSQL?';
let visitors = 0;
/** What each visitor sends from an address of their own, since each has a limit. */
const asked = () => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-forwarded-for': `10.0.${Math.floor((visitors += 1) / 250)}.${(visitors % 250) + 1}`,
  },
});

/** An answer from its first word, which `begun` waits for, to its end: its text, state and last event. */
function stream(url: string) {
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    const reply = await fetch(`${url}${publicPrefix}/chat/stream`, {
      ...asked(),
      body: JSON.stringify({ message: question }),
    });
    const frames = createFrameReader();
    const decoder = new TextDecoder();
    const events: { readonly event: string; readonly data?: unknown }[] = [];
    for await (const bytes of reply.body ?? []) {
      events.push(...frames(decoder.decode(bytes, { stream: true })));
      if (events.some(({ event }) => event === 'token')) begun.resolve();
    }
    begun.resolve();
    const state = events.find(({ event }) => event === 'answer_state')?.data as
      { readonly answerState: string } | undefined;
    const text = events.flatMap(({ event, data }) =>
      event === 'token' ? [(data as { readonly content: string }).content] : [],
    );
    return { text: text.join(''), state: state?.answerState, last: events.at(-1)?.event };
  };
  return { begun: begun.promise, answered: read() };
}

describe.skipIf(withoutPostgres)('several processes of one site', () => {
  test(
    'RUN5, DB1: replaced one after the other under fifty answers, they end every one of them whole',
    async () => {
      const provider = await slowModel(20, 100);
      opened.push(async () => provider.close());
      const start = await site([
        {
          name: 'slow-chat',
          kind: 'chat',
          provider: 'openai-compatible',
          baseUrl: provider.baseUrl,
          model: 'slow',
          callsAtOnce: 100,
        },
      ]);
      let processes: readonly [Service, Service] = await Promise.all([start(), start()]);
      const whole = await stream(processes[0].url).answered;
      expect(whole).toMatchObject({ text: expect.stringContaining('word19'), last: 'done' });
      const ends: (typeof whole)[] = [];
      for (let round = 0; round < 2; round += 1) {
        const [oldest, other] = processes;
        const answers = Array.from({ length: 50 }, (_, nth) =>
          stream(nth % 2 === 0 ? oldest.url : other.url),
        );
        await Promise.all(answers.map(({ begun }) => begun));
        oldest.child.kill('SIGTERM');
        // The balancer sends nothing more to a process that is not ready.
        while ((await oldest.status('/readyz')) === 200) await pause(20);
        const later = stream(other.url);
        ends.push(...(await Promise.all([...answers, later].map(({ answered }) => answered))));
        expect(await oldest.ended).toBe(0);
        processes = [other, await start()];
      }
      expect(ends).toHaveLength(102);
      for (const end of ends) expect(end).toEqual(whole);
    },
    patienceMs,
  );

  test(
    'RUN2, DB1: killed one after the other while visitors write, they have lost nothing that was acknowledged',
    async () => {
      const start = await site([]);
      const processes = await Promise.all([start(), start()]);
      const kept: string[] = [];
      let isOver = false;
      /** Answers and approvals of them by whichever process answers; a call that a kill cuts is not acknowledged. */
      const visitor = async (nth: number) => {
        while (!isOver) {
          const { url } = processes[nth % 2] ?? { url: '' };
          await write(url).then(
            (logId) => logId !== undefined && kept.push(logId),
            () => pause(50),
          );
        }
      };
      const writing = [0, 1, 2, 3].map(visitor);
      for (let round = 0; round < 4; round += 1) {
        const [before, at] = [kept.length, round % 2];
        while (kept.length < before + 6) await pause(20);
        processes[at]?.child.kill('SIGKILL');
        await processes[at]?.ended;
        processes[at] = await start();
      }
      isOver = true;
      await Promise.all(writing);
      const [survivor] = processes;
      const lost: string[] = [];
      for (const logId of kept) {
        const log = await call(survivor?.url ?? '', `${consolePrefix}/chat-logs/${logId}`);
        if ((log['feedback'] as Reply | undefined)?.['type'] !== 'like') lost.push(logId);
      }
      expect(lost).toEqual([]);
      expect(kept.length).toBeGreaterThan(24);
    },
    patienceMs,
  );
});

type Reply = Readonly<Record<string, unknown>>;

/** Calls as an administrator; with `sent` as a visitor of another address posts it. */
async function call(url: string, path: string, sent?: object): Promise<Reply> {
  const { method, headers } = sent === undefined ? { method: 'GET', headers: {} } : asked();
  const reply = await fetch(url + path, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  return (await reply.json()) as Reply;
}

/** The id of an answer once both it and an approval of it are acknowledged. */
async function write(url: string): Promise<string | undefined> {
  const { logId } = await call(url, `${publicPrefix}/chat`, { message: question });
  if (typeof logId !== 'string') return undefined;
  const { success } = await call(url, `${publicPrefix}/chat/feedback?logId=${logId}`, {});
  return success === true ? logId : undefined;
}
