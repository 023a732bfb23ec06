import { expect, test } from 'vitest';
import { shellWord } from './shell-word.ts';

test.each([
  ['/opt/docent/bin/docent.js', '/opt/docent/bin/docent.js'],
  ['/srv/文章', '/srv/文章'],
  ['/home of docent/bin', "'/home of docent/bin'"],
  ["/it's/$HOME", `'/it'\\''s/$HOME'`],
  [String.raw`C:\docent\bin`, String.raw`C:\docent\bin`],
  [String.raw`C:\Program Files\docent`, String.raw`"C:\Program Files\docent"`],
])('%s is typed as %s', (path, typed) => {
  expect(shellWord(path)).toBe(typed);
});
