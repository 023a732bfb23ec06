import process from 'node:process';
import { openApiDocument } from '../http/openapi.ts';
import type { Command } from './command.ts';

export const openapi: Command = {
  usage: '',
  summary: 'print the OpenAPI document',
  async run() {
    process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
    return 0;
  },
};
