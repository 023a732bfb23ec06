import type { Check, Finding } from '../../../contract/doctor.ts';
import { checkDatabase, checkDisk, checkFolder, checkRuntime } from './machine.ts';
import { checkModels } from './models.ts';
import { checkAdministration, checkClock, checkOrigin, checkProxy, checkWidget } from './from-outside.ts';
import { notSeen, type Found } from './found.ts';
import { doctorRoutes } from './routes.ts';
import { checkIndex, checkSearchEngine, checkSite } from './site.ts';
import { checkService } from './service.ts';
import { explained } from '../../kit/explained.ts';
import type { DoctorDeps, Examine } from './examine.ts';
import { isFault } from '../../kit/fault.ts';

export type { DoctorDeps, Examine } from './examine.ts';

export type { FolderFacts } from './machine.ts';
export type { RunningService } from './service.ts';

/** Time limit of each check in milliseconds. */
const longestMs = 20_000;

/** Checks the installation, for the command line and the console. */
export function createDoctor(deps: DoctorDeps) {
  const look: Examine = (how) => examine(deps, how);
  return { examine: look, routes: doctorRoutes(look) };
}

/** Runs all checks concurrently; findings come in the order of the contract. A failing check is itself a finding. */
async function examine(deps: DoctorDeps, { callModels, signal }: Parameters<Examine>[0]): Promise<Finding[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
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
    all.map(async ([check, look]) => (await look().catch(broken)).map((one) => ({ check, ...one }))),
  );
  return found.flat();
}

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
