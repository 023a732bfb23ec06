import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { sha256 } from '../../server/kit/ids.ts';
import { exceptions } from './exceptions.ts';
import { growthOf } from './growth.ts';
import { assembledIn, type Made } from './assembled.ts';
import { callAll } from './calls.ts';
import { patternsIn, type Patterns } from './literals.ts';

/**
 * Checks every regular expression of the sources: one that takes more steps than in proportion to a text fails, unless it is an exception.
 * What was found about a source and about an expression is kept by its content.
 */

const root = join(import.meta.dirname, '../..');
const kept = join(root, 'node_modules/.cache/patterns.json');
const sources = ['server', 'contract', 'client', 'widget', 'editor', 'console'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,vue}`, { cwd: root }),
);

interface Cache {
  readonly version: string;
  readonly patterns: Record<string, Patterns>;
  /** What makes an expression slow, or nothing, by the expression. */
  readonly growth: Record<string, string>;
}

const own = globSync('*.ts', { cwd: import.meta.dirname }).toSorted();
const version = sha256(own.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join(''));
const before = readCache();
const cache: Cache = { version, patterns: {}, growth: {} };
const used = new Set<string>();
let failed = 0;

const read = new Map(
  sources
    .filter((name) => !name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((file) => [file, patternsOf(file)] as const),
);
for (const [file, { literals }] of read) for (const literal of literals) check({ file, ...literal });
const assembling = [...read].filter(([, { assembled }]) => assembled.length > 0);
const made = await assembledIn(
  root,
  assembling.map(([file]) => file),
  callAll,
);
for (const one of made) check(one, exceptions.has(one.file) ? one.file : undefined);
const reached = new Set(made.map(({ file, line }) => `${file}:${line}`));
for (const [file, { assembled }] of assembling)
  for (const { line } of assembled.filter((one) => !reached.has(`${file}:${one.line}`))) {
    failed++;
    process.stdout.write(
      `${file}:${line}: an expression of parts that no call makes: add one to build/patterns/calls.ts.\n`,
    );
  }

function check({ file, line, source, flags }: Made, exception = `/${source}/${flags}`): void {
  const literal = `/${source}/${flags}`;
  const slow = (cache.growth[literal] ??= before.growth[literal] ?? described(source, flags));
  if (slow === '') return;
  used.add(exception);
  if (exceptions.has(exception)) return;
  failed++;
  process.stdout.write(`${file}:${line}: ${literal}\n  ${slow}\n`);
}
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
writeFileSync(kept, JSON.stringify(cache));
for (const literal of exceptions.keys())
  if (!used.has(literal)) process.stdout.write(`The exception ${literal} is needed no longer: remove it.\n`);
if (failed > 0) {
  process.stdout.write(
    `${failed} regular expressions take more steps than in proportion to a text. Begin a run only where it begins, (?<![set])[set]+$, use ` +
      'server/kit/scan, give repeated parts different first characters, or cut the text first and name the bound in build/patterns/exceptions.ts.\n',
  );
  process.exitCode = 1;
}

function patternsOf(file: string): Patterns {
  const text = readFileSync(join(root, file), 'utf8');
  const key = sha256(text);
  return (cache.patterns[key] ??= before.patterns[key] ?? patternsIn(file, text));
}

function described(source: string, flags: string): string {
  const growth = growthOf(source, flags);
  if (!growth) return '';
  const { before: start, repeated, after } = growth.text;
  const edge = (part: string) => (part === '' ? [] : [JSON.stringify(part)]);
  const text = [...edge(start), `${JSON.stringify(repeated)} × n`, ...edge(after)].join(' + ');
  return `${growth.times.toFixed(1)} times the steps for 4 times the text: ${text}`;
}

function readCache(): Cache {
  try {
    const cached = JSON.parse(readFileSync(kept, 'utf8')) as Cache;
    if (cached.version === version) return cached;
  } catch {
    // The first run, or a file that is not whole.
  }
  return { version, patterns: {}, growth: {} };
}
