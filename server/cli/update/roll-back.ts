import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SettingError } from '../../env.ts';
import { backUp, backupName } from '../../start/backup/backup.ts';
import { noteBackup } from '../../start/backup/last-backup.ts';
import { archivePath } from '../../start/backup/backup-place.ts';
import { giveTo } from '../../start/backup/give-to.ts';
import { serverOf } from '../../start/start-error.ts';
import { readFormer, stepsSince, type Former } from './former.ts';
import { goOnToTheEnd, holdUpdates } from './hold-updates.ts';
import { exchange } from './exchange.ts';
import { putDatabaseBack } from './put-back.ts';
import { startHealthy, type UpdateDeps } from './update-deps.ts';

/** Goes back to the version before the last update. Throws {@link SettingError} where there is none. */
export async function rollBack(deps: UpdateDeps): Promise<boolean> {
  const { place, service, version } = deps;
  using _hold = await holdUpdates(place.aside);
  const former = await readFormer(place.aside);
  if (former?.to !== version || !existsSync(join(place.aside, 'former')))
    throw new SettingError(
      `update: nothing to go back to: version ${version} was not installed by docent update, or is the former one already`,
    );
  // Before the service is stopped, since this may say that there is no way back.
  await wayBack(deps, former);
  if (!(await deps.agree(`Go back from ${version} to ${former.from}?`)))
    throw new SettingError('ended; nothing was changed');
  using _on = goOnToTheEnd();
  await service.stop();
  return goBackOrOn(deps, former);
}

/** The way back; where it fails, for example for want of room, the service goes on as it was. */
export async function goBackOrOn(deps: UpdateDeps, former: Former): Promise<boolean> {
  return goBack(deps, former).catch(async (error: unknown) => {
    if (deps.service.name !== '') await deps.service.start();
    throw error;
  });
}

/** The way back of a service that is stopped; resolves with `true` when the former version is healthy. Throws {@link SettingError} before anything is changed. */
async function goBack(deps: UpdateDeps, former: Former): Promise<boolean> {
  const { place, service, say } = deps;
  await takeDataBack(deps, former);
  const other = join(place.aside, 'former');
  await exchange(place.folder, other);
  const reason = await startHealthy(deps);
  await service.leave();
  await rm(other, { recursive: true, force: true });
  say(
    reason === ''
      ? `Docent ${former.from} is back and ready.`
      : `Docent ${former.from} is back, but did not become healthy: ${reason}.`,
  );
  return reason === '';
}

/** Why the former version refuses the database, and the backup that it gets instead; `undefined` where it reads the database. */
async function wayBack({ env }: UpdateDeps, former: Former) {
  const { archive, from, to } = former;
  const steps = await stepsSince(env, former);
  if (steps.length === 0) return undefined;
  const changed = `version ${to} has changed the tables (${steps.join(', ')})`;
  if (archive === undefined || !existsSync(archive))
    throw new SettingError(
      `update: ${changed}, and the backup of version ${from} is not there${archive === undefined ? '' : `: ${archive}`}`,
    );
  if (env.databaseUrl !== undefined)
    throw new SettingError(
      `update: ${changed} at ${serverOf(env.databaseUrl)}. Make an empty database, install version ${from}, and run docent restore ${archive} with DOCENT_DATABASE_URL naming it`,
    );
  return { changed, archive };
}

/** Leaves the database as it is where the former version can read it; otherwise puts its backup back, and says what is not in that. */
async function takeDataBack(deps: UpdateDeps, former: Former): Promise<void> {
  const { env, backups, say } = deps;
  const { to, at } = former;
  const way = await wayBack(deps, former);
  if (!way) {
    say(`Version ${to} has not changed the tables: the data stay as they are, nothing is lost.`);
    return;
  }
  const { changed, archive } = way;
  const target = await archivePath(backups, backupName());
  const { counts } = await backUp(env, target, to);
  await noteBackup(env.dataDir, target);
  await giveTo(dirname(target), [basename(target)]);
  await putDatabaseBack(env, archive);
  const more = Object.entries(counts)
    .map(([table, count]) => [table, count - (former.counts[table] ?? 0)] as const)
    .filter(([, difference]) => difference !== 0)
    .map(([table, difference]) => `${table} ${difference > 0 ? '+' : ''}${difference}`);
  say(`Because ${changed}, the data are those of ${at} again, from ${archive}.`);
  say(
    more.length === 0
      ? 'No table had more or fewer records since. What was changed in them since is lost here.'
      : `What was recorded or changed since is lost here: ${more.join(', ')}.`,
  );
  say(`It is kept in ${target}, which version ${to} restores.`);
}
