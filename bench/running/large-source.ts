import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { consolePrefix } from '../../contract/api.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { createEmbeddedHost } from '../../server/adapters/hosts/embedded/embedded.ts';
import { openSiteStore } from '../../server/adapters/hosts/embedded/store/store.ts';
import { createSealing } from '../../server/adapters/sealing.ts';
import { createSourcePlaces } from '../../server/adapters/hosts/sources/source-places.ts';
import { systemClock } from '../../server/adapters/clock.ts';
import { asAdmin, createTestApp, type TestApp } from '../../test/app.ts';
import { createFakeHost } from '../../test/fakes/host.ts';
import { createFakeModels } from '../../test/fakes/models.ts';
import { createTestLog } from '../../test/fakes/log.ts';
import { seeded } from '../../test/fakes/random.ts';
import { chineseWord, latinWord } from '../fixtures/chatting.ts';
import { createFigures, type Goal } from '../fixtures/figures.ts';

const articles = Number(process.env['DOCENT_BENCH_ARTICLES'] ?? 50_000);
const longest: Goal = { atMost: 100 };

/**
 * How long the event loop is held up, in milliseconds, while a folder of DOCENT_BENCH_ARTICLES (default 50,000) short articles is read as a
 * further source, indexed, read again unchanged and removed, and while the same folder is read as the site itself. On SQLite in a file.
 */
export async function run(): Promise<void> {
  const figures = createFigures('large-source');
  const folder = await mkdtemp(join(tmpdir(), 'docent-large-source-'));
  try {
    await writeArticles(join(folder, 'content', 'large'), articles);
    await writeArticles(join(folder, 'content', 'small'), 1);
    await asSource(folder, figures);
    await asSite(folder, figures);
    if (articles === 50_000) await figures.keep();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Figures = ReturnType<typeof createFigures>;

async function asSource(folder: string, figures: Figures): Promise<void> {
  const db = openSqlite(join(folder, 'source.sqlite'));
  const sourcePlaces = createSourcePlaces({
    sealing: createSealing({ secretKey: undefined, path: join(folder, 'secret.key') }),
    db,
    clock: systemClock,
    log: createTestLog(),
    instanceId: 'bench',
    dataDir: folder,
    root: join(folder, 'content'),
    parallel: 4,
    mayBePrivate: false,
    mostPages: 100_000,
  });
  const app = await createTestApp({
    db,
    host: createFakeHost([{ id: 'tea', title: 'Tea', text: 'Green tea.' }]),
    models: createFakeModels({ kinds: ['chat'] }),
    sourcePlaces,
    checkReplies: false,
  });
  try {
    const list = async () => (await get<{ sources: Listed[] }>(app, '/sources')).sources[0];
    const indexed = async () =>
      (await get<{ indexedArticles: number }>(app, '/knowledge/stats')).indexedArticles;
    // What is loaded with the first source is loaded.
    const small = { kind: 'folder', folder: 'small', name: 'Small', pages: 1 };
    const first = await send<{ id: string }>(app, 'POST', '/sources', small);
    await until(async () => (await list())?.state === 'read');
    await send(app, 'DELETE', `/sources/${first.id}`);
    await until(async () => (await list()) === undefined);
    let id = '';
    await held(figures, `a source of ${articles} articles is read`, async () => {
      const added = await send<{ id: string }>(app, 'POST', '/sources', {
        kind: 'folder',
        folder: 'large',
        name: 'Large',
        pages: articles,
      });
      ({ id } = added);
      await until(async () => (await list())?.state === 'read');
    });
    await held(figures, 'it is indexed', () => until(async () => (await indexed()) > articles));
    await held(figures, 'it is read again, unchanged', async () => {
      const before = (await list())?.readAt;
      await send(app, 'POST', `/sources/${id}/read`);
      await until(async () => (await list())?.readAt !== before);
      await pause(2_000);
    });
    await held(figures, 'it is removed', async () => {
      await send(app, 'DELETE', `/sources/${id}`);
      await until(async () => (await list()) === undefined);
      await pause(2_000);
    });
  } finally {
    await app[Symbol.asyncDispose]();
  }
}

async function asSite(folder: string, figures: Figures): Promise<void> {
  const db = openSqlite(join(folder, 'site.sqlite'));
  const log = createTestLog();
  let app: TestApp | undefined;
  try {
    await held(figures, `a site of ${articles} articles is read and indexed`, async () => {
      const host = await createEmbeddedHost({
        contentDir: join(folder, 'content', 'large'),
        dataDir: join(folder, 'site'),
        stores: await openSiteStore({ db, dataDir: join(folder, 'site'), log }),
        log,
        clock: systemClock,
      });
      app = await createTestApp({
        db,
        host,
        models: createFakeModels({ kinds: ['chat'] }),
        checkReplies: false,
      });
      const started = app;
      await until(
        async () =>
          (await get<{ indexedArticles: number }>(started, '/knowledge/stats')).indexedArticles >= articles,
      );
    });
  } finally {
    await app?.[Symbol.asyncDispose]();
  }
}

interface Listed {
  readonly state: string;
  readonly readAt: string;
}

/** Notes how long the work took, and how long the event loop was held up meanwhile at most. */
async function held(figures: Figures, name: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const turns = watchTurns();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  delay.disable();
  figures.note(`${name}, whole time`, seconds, 's');
  figures.note(`${name}, event loop held up longest`, delay.max / 1e6, 'ms');
  figures.note(`${name}, longest turn of the event loop in processor time`, turns.longest(), 'ms', longest);
}

/** The most processor time that this thread has used from one turn of the event loop to the next, whatever else the machine does. */
function watchTurns() {
  let [before, most] = [process.threadCpuUsage(), 0];
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    most = Math.max(most, (user + system) / 1000);
    before = process.threadCpuUsage();
  }, 5);
  return {
    longest() {
      clearInterval(timer);
      return most;
    },
  };
}

const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await pause(200);
};

const send = async <T>(
  app: TestApp,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
): Promise<T> => {
  const reply = await app.inject({
    method,
    url: consolePrefix + path,
    headers: asAdmin,
    ...(payload && { payload }),
  });
  if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body}`);
  return reply.json<T>();
};
const get = <T>(app: TestApp, path: string) => send<T>(app, 'GET', path);

async function writeArticles(folder: string, count: number): Promise<void> {
  const random = seeded(7);
  const words = Array.from({ length: 8_000 }, (_, nth) =>
    nth % 2 ? chineseWord(nth, 4_000) : latinWord(nth),
  );
  const word = () => words[Math.floor(words.length * (random(10_000) / 10_000) ** 3)] ?? '';
  const sentence = () => `${Array.from({ length: 10 }, word).join(' ')}. `;
  const paragraph = () => Array.from({ length: 5 }, sentence).join('');
  for (let nth = 0; nth < count; nth += 1) {
    const part = join(folder, `part-${Math.floor(nth / 500)}`);
    if (nth % 500 === 0) await mkdir(part, { recursive: true });
    const text = `# ${word()} ${word()} ${nth}\n\n${paragraph()}\n\n## ${word()}\n\n${paragraph()}\n`;
    await writeFile(join(part, `article-${nth}.md`), text);
  }
}
