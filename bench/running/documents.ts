import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { createDocumentReader } from '../../server/adapters/documents/document-reader.ts';
import { pdfOf } from '../../test/document-files.ts';

const pages = 200;

/** Reads a PDF of 200 pages with 40 lines each: processor time, and the longest wait of the event loop, beside the one of a loop with nothing to do. */
export async function run(): Promise<void> {
  const bytes = pdfOf(
    Array.from({ length: pages }, (_, page) =>
      Array.from(
        { length: 40 },
        (__, line) =>
          `Line ${line} of page ${page} says how the valve of boiler ${page * line} is closed in winter.`,
      ),
    ),
  );
  await using reader = createDocumentReader();
  const idle = await watched(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  print('longest wait of an idle event loop (ms)', idle.longestMs);
  for (const which of ['first', 'second']) {
    const read = await watched(() => reader.read('pdf', new Uint8Array(bytes)));
    print(`${which} PDF of ${pages} pages (CPU s)`, read.seconds);
    print('longest wait of the event loop meanwhile (ms)', read.longestMs);
    print('processor time of the main thread meanwhile (ms)', read.ownMs);
  }
}

async function watched(work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const before = process.cpuUsage();
  const ownBefore = process.threadCpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const own = process.threadCpuUsage(ownBefore);
  delay.disable();
  return { seconds: (user + system) / 1e6, longestMs: delay.max / 1e6, ownMs: (own.user + own.system) / 1e3 };
}

const print = (name: string, value: number): boolean =>
  process.stdout.write(`${name.padEnd(60)} ${value.toFixed(2).padStart(9)}\n`);
