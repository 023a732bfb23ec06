import type { Check, Finding } from '../../../contract/doctor.ts';
import { awaitedLater } from '../../kit/waiting/awaited-later.ts';
import { checkDatabase, checkDisk, checkFolder, checkRuntime } from './machine.ts';
import { checkModels } from './models.ts';
import { checkAdministration, checkClock, checkOrigin, checkProxy, checkWidget } from './from-outside.ts';
import { notSeen, type Found } from './found.ts';
import { doctorRoutes } from './routes.ts';
import { checkIndex, checkSearchEngine, checkSite } from './site.ts';
import { checkService } from './service.ts';
import { explained } from '../../kit/explained.ts';
import type { DoctorDeps, Examine } from './examine.ts';
import { isFault, unavailable } from '../../kit/fault.ts';

export type { DoctorDeps, Examine } from './examine.ts';

export type { FolderFacts } from './machine.ts';
export type { RunningService } from './service.ts';

/** Time limit of each check but the calls of models, in milliseconds: what waits longer for a reply gives up. */
const longestMs = 8_000;

/** Checks the installation, for the command line and the console. */
export function createDoctor(deps: DoctorDeps, limitMs = longestMs) {
  const look: Examine = (how) => examine(deps, how, limitMs);
  return { examine: look, routes: doctorRoutes(look) };
}

/** Runs all checks concurrently; findings come in the order of the contract. A failing check is itself a finding. */
async function examine(
  deps: DoctorDeps,
  { callModels, signal }: Parameters<Examine>[0],
  limitMs: number,
): Promise<Finding[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const late = lateAt(limit);
  const all: readonly (readonly [Check, () => Promise<readonly Found[]>])[] = [
    ['runtime', async () => [checkRuntime(deps.node)]],
    ['folder', () => checkFolder(deps.folder)],
    ['disk', () => checkDisk(deps.folder)],
    ['database', async () => [checkDatabase(await deps.health())]],
    ['clock', () => checkClock(deps, limit)],
    ['site', () => checkSite(deps.host, limit)],
    ['index', () => checkIndex(deps)],
    ['index', () => checkSearchEngine(deps.searchEngineProblem)],
    ['models', () => checkModels(deps, callModels, signal)],
    ['origin', () => checkOrigin(deps, limit)],
    ['proxy', () => checkProxy(deps, limit)],
    ['proxy', () => checkAdministration(deps, limit)],
    ['widget', () => checkWidget(deps, limit)],
    ['service', () => checkService(deps.service, deps.named)],
  ];
  const found = await Promise.all(
    all.map(async ([check, look]) => {
      // Each call of a model has a limit of its own.
      const looks = check === 'models' ? look() : Promise.race([look(), late]);
      const findings = await looks.catch((error: unknown) =>
        broken(check !== 'models' && limit.aborted ? tookTooLong() : error),
      );
      return findings.map((one) => ({ check, ...one }));
    }),
  );
  return found.flat();
}

/** Rejects when the time is over, also for what heeds no signal, such as a disk that does not answer. */
const lateAt = (limit: AbortSignal) =>
  awaitedLater(
    new Promise<never>((_, reject) =>
      limit.addEventListener('abort', () => reject(tookTooLong()), { once: true }),
    ),
  );

const tookTooLong = () => unavailable(explained('took_too_long'));

const broken = (error: unknown): readonly Found[] => [
  notSeen(
    'broke',
    explained('doctor_broke', {
      reason: isFault(error)
        ? error.words
        : error instanceof Error
          ? error.message
          : explained('reason_unknown'),
    }),
  ),
];
