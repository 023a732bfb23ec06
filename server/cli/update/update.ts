import { existsSync } from 'node:fs';
import { SettingError, readEnv } from '../../env.ts';
import type { Command, CommandLine } from '../command.ts';
import { isAtTerminal, prompts } from '../prompts.ts';
import { say } from '../say.ts';
import { backupFolder } from '../service/unit-files.ts';
import { applyUpdate } from './apply-update.ts';
import { packagePlace, versionIn } from './package-place.ts';
import { rollBack } from './roll-back.ts';
import { serviceOf } from './service-switch.ts';
import type { UpdateDeps } from './update-deps.ts';

const usualPatience = 300;

export const update: Command = {
  usage: '[version, file, folder or address]',
  summary:
    'install another version: says what changes, backs up, restarts the service, and goes back by itself when that does not become healthy',
  details: [
    '--rollback: go back to the version before, and to its data where the newer one has changed the tables',
    '--backups <folder>: where the backup goes',
    `--patience <seconds>: how long the service may take to become healthy (${usualPatience})`,
    '--yes: do not ask',
  ],
  options: {
    rollback: { type: 'boolean' },
    backups: { type: 'string' },
    patience: { type: 'string' },
    yes: { type: 'boolean' },
  },
  mostWords: 1,
  async run(line) {
    const [wanted] = line.words;
    const isBack = line.flag('rollback');
    if (isBack === (wanted !== undefined))
      throw new SettingError(
        'update: needs a version such as 1.2.0, or the file, folder or address of a package; or --rollback alone',
      );
    const deps = await depsOf(line);
    const isHealthy = wanted === undefined ? await rollBack(deps) : await applyUpdate(deps, wanted);
    return isHealthy ? 0 : 1;
  },
};

async function depsOf(line: CommandLine): Promise<UpdateDeps> {
  const env = readEnv(line.variables);
  const place = await packagePlace();
  const seconds = line.text('patience') ?? String(usualPatience);
  if (!/^[1-9]\d{0,4}$/.test(seconds))
    throw new SettingError('update: --patience takes a number of seconds from 1 to 99999');
  return {
    env,
    place,
    service: await serviceOf(env, place.folder),
    version: versionIn(place.folder),
    backups: line.text('backups') ?? (existsSync(backupFolder) ? backupFolder : '.'),
    patienceMs: Number(seconds) * 1000,
    say,
    agree: (question) => agree(line, question),
  };
}

async function agree(line: CommandLine, question: string): Promise<boolean> {
  if (line.flag('yes')) return true;
  if (!isAtTerminal()) throw new SettingError('update: asks at a terminal; add --yes elsewhere');
  return prompts.agree(question);
}
