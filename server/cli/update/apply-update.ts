import { rename, rm } from 'node:fs/promises';
import { dirname, basename, join } from 'node:path';
import { SettingError } from '../../env.ts';
import { commandLine } from '../../kit/shipped.ts';
import { backUp, backupName } from '../../start/backup/backup.ts';
import { noteBackup } from '../../start/backup/last-backup.ts';
import { archivePath, assertPlace } from '../../start/backup/backup-place.ts';
import { giveTo } from '../../start/backup/give-to.ts';
import { allMigrations, stepsIn } from '../../start/schema.ts';
import { goOnToTheEnd, holdUpdates } from './hold-updates.ts';
import { noteFormer, type Former } from './former.ts';
import { exchange } from './exchange.ts';
import { stage, type Staged } from './package-place.ts';
import { goBackOrOn } from './roll-back.ts';
import { startHealthy, type UpdateDeps } from './update-deps.ts';
import { changesBetween, compareVersions } from './versions.ts';

/**
 * Installs a version in place of the one in force; resolves with `false` when it did not become healthy and the former one is back.
 * Throws {@link SettingError}; then the service runs as before.
 */
export async function applyUpdate(deps: UpdateDeps, wanted: string): Promise<boolean> {
  const { place } = deps;
  const target = await archivePath(deps.backups, backupName());
  await assertPlace(target);
  using _hold = await holdUpdates(place.aside);
  try {
    deps.say(`Fetching ${wanted} and what it needs; nothing is changed yet.`);
    const staged = await stage(place, wanted);
    return await exchangeFor(deps, staged, target);
  } finally {
    // Also after a failure: a full disk has no room for it.
    await rm(join(place.aside, 'staged'), { recursive: true, force: true });
  }
}

async function exchangeFor(deps: UpdateDeps, staged: Staged, target: string): Promise<boolean> {
  const { service, version, say } = deps;
  if (staged.version === version)
    throw new SettingError(
      `update: version ${version} is in force already; ${commandLine('restart')} starts it, ${commandLine('update --rollback')} goes back`,
    );
  if (compareVersions(staged.version, version) < 0)
    throw new SettingError(
      `update: ${staged.version} is older than ${version}, and older versions refuse the data of newer ones; --rollback goes back`,
    );
  say(`From ${version} to ${staged.version}:`);
  say(
    changesBetween(staged.changelog, version, staged.version) || 'The changelog names nothing between them.',
  );
  if (!(await deps.agree(`Update to ${staged.version}?`))) return true;

  using _on = goOnToTheEnd();
  await service.stop();
  const former = await exchangeStopped(deps, staged, target).catch(async (error: unknown) => {
    // Nothing was exchanged: the former version goes on.
    if (service.name !== '') await service.start();
    throw error;
  });
  say(`Installed ${staged.version}; it is started.`);
  const reason = await startHealthy(deps);
  if (reason === '') {
    await service.leave();
    say(
      `Docent ${staged.version} is ready. ${service.name === '' ? 'Start the service now. ' : ''}Back to ${version}: ${commandLine('update --rollback')}`,
    );
    return true;
  }
  say(`Docent ${staged.version} did not become healthy: ${reason}. Going back to ${version}.`);
  await service.stop();
  // Without a way back the new version stays, and goes on trying.
  await goBackOrOn(deps, former);
  return false;
}

/** Backs the stopped service up and puts the new version in its place; resolves with what there is to go back to. */
async function exchangeStopped(deps: UpdateDeps, staged: Staged, target: string): Promise<Former> {
  const { folder, aside } = deps.place;
  const former = await backUpFormer(deps, target, staged.version);
  const kept = join(aside, 'former');
  await rm(kept, { recursive: true, force: true });
  await noteFormer(aside, former);
  await rename(staged.folder, kept);
  await exchange(folder, kept);
  return former;
}

/** The backup of the stopped service, so that not one log is missing in it. */
async function backUpFormer(deps: UpdateDeps, target: string, to: string): Promise<Former> {
  const { env, version, say } = deps;
  const note = {
    from: version,
    to,
    at: new Date().toISOString(),
    steps: allMigrations.map(({ name }) => name),
    counts: {},
  };
  if (env.databaseUrl === undefined && stepsIn(env) === undefined) return note;
  const { counts } = await backUp(env, target, version);
  await noteBackup(env.dataDir, target);
  await giveTo(dirname(target), [basename(target)]);
  say(`Backup: ${target}`);
  return { ...note, archive: target, counts };
}
