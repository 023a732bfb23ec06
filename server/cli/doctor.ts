import { inChinese } from '../../contract/explanations/chinese/in-chinese.ts';
import { remedyInChinese } from '../../contract/explanations/chinese/remedies.ts';
import type { Finding } from '../../contract/doctor.ts';
import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { operatorLanguage, readEnv, SettingError } from '../env.ts';
import { openPorts } from '../open-ports.ts';
import { runningService } from '../start/running-service.ts';
import { asSettingError } from '../start/start-error.ts';
import type { Command } from './command.ts';
import { ofInstallation } from './open-app.ts';
import { say } from './say.ts';
import { inLocale } from './words/in-locale.ts';

const signs = { ok: 'ok     ', unknown: '?      ', warning: 'warning', problem: 'PROBLEM' } as const;

export const doctor: Command = {
  usage: '',
  summary: 'check the whole installation; exits with 1 when something is wrong',
  details: ['--models: also call each model once, which may have a cost'],
  options: { models: { type: 'boolean' } },
  async run(line) {
    const env = readEnv(line.variables);
    try {
      await using app = await createApp({
        ...(await openPorts(env, createLog('silent'), ofInstallation)),
        service: () => runningService(env),
      });
      const signal = new AbortController().signal;
      const findings = await app.examine({ callModels: line.flag('models'), signal });
      for (const finding of findings) {
        const { level, check, remedy, command } = finding;
        const [message, toDo] = saidOf(finding);
        say(`${signs[level]}  ${check.padEnd(9)}${message}`);
        if (remedy !== '') say(`${' '.repeat(18)}→ ${toDo}${command === undefined ? '' : `: ${command}`}`);
      }
      return findings.some(({ level }) => level === 'problem') ? 1 : 0;
    } catch (error) {
      const setting = asSettingError(error, env);
      if (!(setting instanceof SettingError)) throw error;
      say(`${signs.problem}  start    ${inLocale(setting.message)}`);
      return 1;
    }
  },
};

/** What was found and what to do about it, in the language of the operator. */
function saidOf({ code, subject, message, explanation, remedy }: Finding): readonly [string, string] {
  if (operatorLanguage() !== 'zh') return [message, remedy];
  return [
    explanation === undefined ? message : inChinese(explanation, message),
    remedyInChinese(code, subject, remedy),
  ];
}
