#!/usr/bin/env node
import process from 'node:process';
import { endWithOutput } from './cli/terminal/output-end.ts';
import { run } from './cli/run.ts';
import { operatorVariables } from './env.ts';

/** Connections to a server that does not answer would keep the process of a failed command for minutes. */
const leaveAfterMs = 1_000;

const words = process.argv.slice(2);
const serves = words.length === 0 || words[0] === 'serve';
if (!serves) endWithOutput();
process.exitCode = await run(words, operatorVariables);
if (process.exitCode !== 0) setTimeout(() => process.exit(), leaveAfterMs).unref();
