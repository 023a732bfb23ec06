import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, shortly } from './command.ts';
import type { Lane, Suite } from './lanes.ts';
import { readCounts, type FileCounts } from './results.ts';
import { startService } from './services.ts';
import type { Service } from './started-service.ts';
import { compileCache, makeTemporaryPlace } from './temporary-place.ts';
import { clientsFolder, modelsFolder, sitesFolder } from './tools.ts';

/** Result of a lane. */
export interface LaneResult {
  readonly lane: Lane;
  readonly files: readonly FileCounts[];
  /** Reasons why it failed as a whole, one line each; failed tests are not included. */
  readonly troubles: readonly string[];
  /** Names of the temporary files and folders that its tests did not remove. */
  readonly left: readonly string[];
  readonly minutes: number;
}

export interface LaneOptions {
  /** Folder for its output and counts. */
  readonly folder: string;
  /** Deadline of the whole run, in epoch milliseconds. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Runs only these files, for a second try. */
  readonly only?: readonly string[];
}

export const logOf = (folder: string, { name }: Lane): string => join(folder, `${name}.log`);

/** Runs the suites of a lane with the services that they need. Its tools must be installed. */
export async function runLane(lane: Lane, options: LaneOptions): Promise<LaneResult> {
  const startedAt = Date.now();
  const end = Math.min(startedAt + lane.minutes * 60_000, options.deadline);
  const files: FileCounts[] = [];
  const troubles: string[] = [];
  const left: string[] = [];
  const note = (trouble: string) => void troubles.push(`${lane.name}: ${trouble}`);
  try {
    await using servers = await startServices(lane, logOf(options.folder, lane));
    const { services } = servers;
    for (const [index, suite] of suitesOf(lane, options.only).entries()) {
      const ran = await runSuite({ lane, suite, index, services, end }, options);
      files.push(...ran.files);
      left.push(...ran.left);
      ran.troubles.forEach(note);
    }
    for (const [name, service] of services)
      if (!(await service.isUp())) note(`its ${name} went away while the tests ran`);
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
  }
  return { lane, files, troubles, left, minutes: (Date.now() - startedAt) / 60_000 };
}

/** The suites of a lane, restricted to `only` if given. */
function suitesOf({ suites }: Lane, only: readonly string[] | undefined): readonly Suite[] {
  if (!only) return suites;
  const isOf = (script: Suite['script']) => (file: string) => file.endsWith('.e2e.ts') === (script === 'e2e');
  return suites
    .filter(({ script }, index) => suites.findIndex((one) => one.script === script) === index)
    .map(({ script }): Suite => ({ script, files: only.filter(isOf(script)), workers: 1 }))
    .filter(({ script, files }) => script !== 'check' && files && files.length > 0);
}

async function startServices(
  lane: Lane,
  log: string,
): Promise<AsyncDisposable & { readonly services: ReadonlyMap<string, Service> }> {
  const services = new Map<string, Service>();
  const stop = async () => {
    for (const service of services.values()) await service[Symbol.asyncDispose]();
  };
  try {
    for (const name of lane.services) services.set(name, await startService(name, log));
  } catch (error) {
    await stop();
    throw error;
  }
  return { services, [Symbol.asyncDispose]: stop };
}

interface SuiteRun {
  readonly lane: Lane;
  readonly suite: Suite;
  readonly index: number;
  readonly services: ReadonlyMap<string, Service>;
  readonly end: number;
}

type SuiteResult = Pick<LaneResult, 'files' | 'troubles' | 'left'>;

/** Runs a suite with a place of its own for temporary files, which is removed with what it leaves there. */
async function runSuite(run: SuiteRun, options: LaneOptions): Promise<SuiteResult> {
  const place = makeTemporaryPlace();
  let left: readonly string[] = [];
  const remove = () => (left = place.remove());
  const ran = await runTests(run, options, place.folder).finally(remove);
  return { ...ran, left };
}

async function runTests(
  { lane, suite, index, services, end }: SuiteRun,
  { folder, signal, only }: LaneOptions,
  temporary: string,
): Promise<Omit<SuiteResult, 'left'>> {
  const minutes = (end - Date.now()) / 60_000;
  if (minutes <= 0) return { files: [], troubles: ['no time was left for it'] };
  await mkdir(folder, { recursive: true });
  const counts = join(folder, `${lane.name}-${index}${only ? '-again' : ''}.json`);
  await rm(counts, { force: true });
  const env = Object.assign(
    {
      DOCENT_TEST_COUNTS: counts,
      DOCENT_TEST_ENGINES: lane.engines,
      DOCENT_TEST_PLATFORMS: sitesFolder,
      DOCENT_TEST_MODELS: modelsFolder,
      DOCENT_TEST_CLIENTS: clientsFolder,
      // A missing tool is an error here, not a reason to skip.
      DOCENT_TEST_TOOLS: 'required',
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: compileCache,
    },
    ...[...services.values()].map((service) => service.env),
  ) as Record<string, string>;
  const ended = await runCommand(commandOf(suite), { log: logOf(folder, lane), env, minutes, signal });
  if (suite.script === 'check') return ofCommand(ended, minutes);
  const files = await readCounts(counts);
  if (ended === 'done' && files) return { files, troubles: [] };
  const hasFailed = files?.some(({ failed }) => failed.length > 0) ?? false;
  // Failed tests are reported themselves.
  if (hasFailed && ended === 'ended with exit code 1') return { files: files ?? [], troubles: [] };
  return { files: files ?? [], troubles: [`its test run ${ended === 'done' ? 'left no counts' : ended}`] };
}

function ofCommand(ended: string, minutes: number): Omit<SuiteResult, 'left'> {
  const failed =
    ended === 'done'
      ? []
      : [{ test: 'npm run check', error: `${ended} (it had ${shortly(minutes)} minutes)` }];
  return {
    files: [{ file: 'check', passed: 1 - failed.length, failed, skipped: [], retried: [] }],
    troubles: [],
  };
}

/** Timeouts of single tests are long, for machines that give the run a part of a processor. */
const patience = { test: 240_000, e2e: 180_000 } as const;

const globOf = (path: string) => (path.endsWith('/') ? `${path}**` : path);

function commandOf({ script, files = [], without = [], workers }: Suite): readonly string[] {
  if (script === 'check') return ['npm', 'run', 'check'];
  return [
    'npm',
    'run',
    script,
    '--',
    ...files,
    ...without.flatMap((path) => ['--exclude', globOf(path)]),
    ...(workers === undefined ? [] : ['--maxWorkers', String(workers)]),
    '--testTimeout',
    String(patience[script]),
    '--hookTimeout',
    '240000',
    '--reporter=default',
    '--reporter=./verify/count-reporter.ts',
  ];
}
