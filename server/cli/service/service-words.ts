import { readEnv } from '../../env.ts';
import { serviceVersion } from '../../http/openapi.ts';
import { runningService } from '../../start/running-service.ts';
import type { Command } from '../command.ts';
import { createMachine } from './machine.ts';
import { unitName } from './unit-files.ts';
import { say } from '../say.ts';

export const status: Command = {
  usage: '',
  summary: 'say whether the service runs, where, and whether it is ready; exits with 1 when not',
  async run({ variables }) {
    const service = await runningService(readEnv(variables));
    if (!service) {
      say('No service runs with these settings.');
      return 1;
    }
    say(
      `Docent ${serviceVersion} at ${service.address}${service.site === '' ? '' : `, site ${service.site}`}`,
    );
    if (!service.answers) {
      say('It does not answer.');
      return 1;
    }
    // A socket has no address to ask at.
    if (service.address.startsWith('unix:')) return 0;
    const reply = await fetch(`${service.address}/readyz`).catch(() => undefined);
    const said: unknown = await reply?.json().catch(() => undefined);
    const reason: unknown =
      typeof said === 'object' && said !== null ? Reflect.get(said, 'error') : undefined;
    say(reply?.ok ? 'It is ready.' : `It is not ready: ${typeof reason === 'string' ? reason : 'no answer'}`);
    return reply?.ok ? 0 : 1;
  },
};

export const logs: Command = {
  usage: '',
  summary: 'show the log of the service of this machine, and follow it with --follow',
  options: { follow: { type: 'boolean' } },
  run: (line) =>
    createMachine('/', say).show(
      'journalctl',
      '--unit',
      unitName,
      '--lines=100',
      ...(line.flag('follow') ? ['--follow'] : []),
    ),
};

export const restart: Command = {
  usage: '',
  summary: 'restart the service of this machine; running answers end whole',
  run: () => createMachine('/', say).show('systemctl', 'restart', unitName),
};
