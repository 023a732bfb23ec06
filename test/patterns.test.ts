import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import type { Made } from '../build/patterns/assembled.ts';
import { growthOf } from '../build/patterns/growth.ts';
import { patternsIn } from '../build/patterns/literals.ts';
import { parsePattern } from '../build/patterns/pattern.ts';
import { countSteps } from '../build/patterns/steps.ts';
import { projectRoot } from './source-files.ts';

describe('the check of regular expressions', () => {
  it.each([
    [/[\s。]+$/u, 'a run that must end the text'],
    [/\S+@\S+/, 'a run that must meet a sign'],
    [/!?\[([^\]]*)\]\([^)]*\)/g, 'a bracket that need not close'],
    [/<(pre|code)\b.*?<\/\1>/s, 'a tag that need not close'],
    [/^\s*\|?\s*-/, 'blanks beside blanks'],
    [/^"(.*)" +(.*)$/, 'anything before a sign, and behind it'],
    [/^zh(?:[-_]\w+)*$/, 'a divider that is a letter as well'],
    [/^(?:a|aa)+$/, 'a choice of equal beginnings'],
    [/(?:^|\n)\s*(?=\{)/, 'line breaks before blanks that hold line breaks'],
    [/(?<=x\s*)y/, 'a look back over a run'],
    [/[^a]+b/, 'whatever is not a sign'],
    [/^(?:[\s#]|[§\uFEFF])*$/, 'a sign in two classes, of which one has it unsaid'],
    [/\ufffd+$/, 'a sign that is written by its number'],
    [/\b(?:one|two|three|four|five|six)\b|\d+ (?:days|years)/i, 'a run within a long choice'],
  ])('LIN2: finds the text on which %s grows: %s', ({ source, flags }) => {
    expect(growthOf(source, flags)?.times).toBeGreaterThan(7);
  });

  it.each([
    /(?<![\s。])[\s。]+$/u,
    /^\s*(?:\|\s*)?-/,
    /!?\[([^[\]]*)\]\([^()]*\)/g,
    /<(pre|code)\b.*?(?:<\/\1>|$)/s,
    /^zh(?:[-_][a-z]+)*$/,
    /[^\s]{1,300} [^\s]{1,300};/,
    /\p{L}[\p{L}\p{M}]*/gu,
    /(["']).*?\1|[^]/g,
    /^(?=.*\d)[a-z\d]{8,}$/,
    /[[\]]+|\[(?!\d)/g,
  ])('LIN2: lets %s pass', ({ source, flags }) => {
    expect(growthOf(source, flags)).toBeUndefined();
  });

  it('LIN2: counts the steps of a matcher that finds what the engine finds', () => {
    const steps = (pattern: RegExp, text: string) =>
      countSteps(parsePattern(pattern.source, pattern.flags), text, pattern.flags.includes('u'), 1000);
    expect(steps(/a+b/, 'aaaa')).toBeGreaterThan(steps(/a+b/, 'aaab'));
    expect(steps(/(?:a|b)*c/, 'x'.repeat(10))).toBeLessThan(60);
    expect(steps(/a*/, 'a'.repeat(5000))).toBeGreaterThanOrEqual(1000);
  });

  it('LIN2: notes what a program puts together, while it is loaded and within functions', () => {
    const script = `import { assembledIn } from './build/patterns/assembled.ts';
      const made = await assembledIn(process.cwd(), ['server/markup/permalink-sign.ts'], async (load) =>
        void (await load('server/model-calls/fence.ts')).fencedParts({ story: '', title: '' }));
      console.log(JSON.stringify(made));`;
    const { stdout } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    const made = JSON.parse(stdout) as readonly Made[];
    expect(new Set(made.map(({ file }) => file))).toEqual(
      new Set(['server/markup/permalink-sign.ts', 'server/model-calls/fence.ts']),
    );
    expect(made.map(({ source }) => source).join()).toContain('(?:story|title)');
  });

  it('LIN2: reads literals and constant texts of scripts, not comments and strings', () => {
    const script =
      "const a = /x+$/u; // /no+$/\nconst b = '/no/';\nnew RegExp(String.raw`\\s+$`, 'g');\nnew RegExp(a);";
    const wanted = [
      { source: 'x+$', flags: 'u', line: 1 },
      { source: '\\s+$', flags: 'g', line: 3 },
    ];
    expect(patternsIn('a.ts', script)).toEqual({ literals: wanted, assembled: [{ line: 4 }] });
    const component = `<template>/no+/</template>\n<script setup lang="ts">\n${script}\n</script>\n`;
    expect(patternsIn('a.ts', 'new RegExp(`<${RegExp.escape(a)}+>`, "g")')).toEqual({
      literals: [{ source: '<word+>', flags: 'g', line: 1 }],
      assembled: [],
    });
    expect(patternsIn('a.vue', component).literals).toEqual(
      wanted.map((one) => ({ ...one, line: one.line + 2 })),
    );
  });
});
