import type { Command } from './command.ts';

export const serve: Command = {
  usage: '',
  summary: 'serve the site, the console and the API',
  async run() {
    await import('../main.ts');
    return 0;
  },
};
