import type { Command } from '../command.ts';
import { createMachine } from './machine.ts';
import { unitName } from './unit-files.ts';
import { say } from '../say.ts';

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
