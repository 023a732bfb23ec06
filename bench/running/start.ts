import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../test/fakes/random.ts';
import { createFigures, median } from '../fixtures/figures.ts';

/**
 * Start time with an existing index: the process starts on a folder of DOCENT_BENCH_ARTICLES Markdown files (default
 * 5,000) of about 2,000 characters, half Chinese, without vectors, after a first run has indexed them.
 * Starts the build, so run `npm run build` after a change; DOCENT_BENCH_MAIN names another program, such as `server/main.ts`.
 */
export async function run(): Promise<void> {
  const count = Number(process.env['DOCENT_BENCH_ARTICLES'] ?? 5_000);
  const figures = createFigures('start');
  const note: typeof figures.note = (name, ...more) => figures.note(`${count} articles: ${name}`, ...more);
  const folder = await mkdtemp(join(tmpdir(), 'docent-start-'));
  try {
    await writeArticles(join(folder, 'content'), count);
    const first = await start(folder);
    note('first index, ready after', first.ready.wall, 'ms');
    note('first index, ready after', first.ready.cpu, 'CPU ms');
    note('first index, most memory', first.peak, 'MB');
    await first.stop();
    const starts: Started[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const started = await start(folder);
      starts.push(started);
      await started.stop();
    }
    const middle = (read: (one: Started) => number) => median(starts.map(read));
    note(
      'start to listening',
      middle(({ listening }) => listening.wall),
      'ms',
      { atMost: 1000 },
    );
    note(
      'start to listening',
      middle(({ listening }) => listening.cpu),
      'CPU ms',
      { atMost: 1000 },
    );
    note(
      'start to ready',
      middle(({ ready }) => ready.wall),
      'ms',
      { atMost: 3000 },
    );
    note(
      'start to ready',
      middle(({ ready }) => ready.cpu),
      'CPU ms',
      { atMost: 3000 },
    );
    note(
      'memory when ready',
      middle(({ memory }) => memory),
      'MB',
      { atMost: 220 },
    );
    await figures.keep();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Moment {
  readonly wall: number;
  readonly cpu: number;
}

interface Started {
  readonly listening: Moment;
  readonly ready: Moment;
  /** Resident memory when ready, and the most until then, in MB. */
  readonly memory: number;
  readonly peak: number;
  stop(): Promise<void>;
}

async function start(folder: string): Promise<Started> {
  const began = performance.now();
  const main = process.env['DOCENT_BENCH_MAIN'] ?? join(import.meta.dirname, '../../bin/docent.js');
  const child = spawn(process.execPath, ['--no-warnings', main], {
    env: {
      PATH: process.env['PATH'],
      // Reuses compiled code, as the installed command does.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      // As the image and the systemd unit.
      NODE_OPTIONS: '--max-semi-space-size=8',
      MALLOC_ARENA_MAX: '2',
      PORT: '0',
      DOCENT_DATA_DIR: join(folder, 'data'),
      DOCENT_CONTENT_DIR: join(folder, 'content'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid = 0 } = child;
  const now = (): Moment => ({ wall: performance.now() - began, cpu: cpuOf(pid) });
  let address = '';
  let listening = now();
  for await (const line of createInterface({ input: child.stdout })) {
    address = /"address":"(http:[^"]+)"/.exec(line)?.[1] ?? '';
    if (address === '') continue;
    listening = now();
    break;
  }
  child.stdout.resume();
  // Asking more often during a first index would cost more than a tenth of it.
  for (let ms = 20; (await fetch(`${address}/readyz`)).status !== 200; ms = Math.min(500, ms * 1.05))
    await pause(ms);
  const ready = now();
  return {
    listening,
    ready,
    memory: memoryOf(pid, 'VmRSS'),
    peak: memoryOf(pid, 'VmHWM'),
    async stop() {
      // Lets background work of the start, such as the snapshot, finish first.
      await pause(3_000);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Processor time of a process so far in milliseconds, its threads included (Linux counts it in hundredths). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const memoryOf = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

const latin = 'backup restore theme colour index search container volume network signal monitor render'.split(
  ' ',
);
const han = Array.from('备份恢复主题颜色索引搜索容器网络信号监控渲染数据服务安装配置升级迁移');

async function writeArticles(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const below = seeded(5);
  const words = (from: readonly string[], many: number, between: string) =>
    Array.from({ length: many }, () => from[below(from.length)]).join(between);
  for (let nth = 0; nth < count; nth += 1) {
    const isChinese = nth % 2 === 0;
    const sentence = (many: number) =>
      isChinese ? `${words(han, 2 * many, '')}。` : `${words(latin, many, ' ')}. `;
    const section = () =>
      `## ${sentence(3)}\n\n${Array.from({ length: 6 }, () => sentence(isChinese ? 25 : 9)).join('')}\n`;
    const front = `---\ntitle: ${sentence(4).trim()} ${nth}\nslug: article-${nth}\ndate: 2026-01-${String(1 + (nth % 28)).padStart(2, '0')}\ntags: [${words(latin, 2, ', ')}]\ncategories: [${words(latin, 1, '')}]\n---\n`;
    await writeFile(
      join(folder, `article-${nth}.md`),
      `${front}\n${Array.from({ length: 6 }, section).join('\n')}`,
    );
  }
}
