import { describe, expect, it } from 'vitest';
import { growthOf } from '../build/patterns/growth.ts';
import { literalsIn } from '../build/patterns/literals.ts';
import { parsePattern } from '../build/patterns/pattern.ts';
import { countSteps } from '../build/patterns/steps.ts';

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

  it('LIN2: reads literals and constant texts of scripts, not comments and strings', () => {
    const script =
      "const a = /x+$/u; // /no+$/\nconst b = '/no/';\nnew RegExp(String.raw`\\s+$`, 'g');\nnew RegExp(a);";
    const wanted = [
      { source: 'x+$', flags: 'u', line: 1 },
      { source: '\\s+$', flags: 'g', line: 3 },
    ];
    expect(literalsIn('a.ts', script)).toEqual(wanted);
    const component = `<template>/no+/</template>\n<script setup lang="ts">\n${script}\n</script>\n`;
    expect(literalsIn('a.vue', component)).toEqual(wanted.map((one) => ({ ...one, line: one.line + 2 })));
  });
});
