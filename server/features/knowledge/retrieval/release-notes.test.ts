import { describe, expect, test } from 'vitest';
import { releaseNotesLater } from './release-notes.ts';

const passage = (title: string, score: number, ...headingPath: string[]) => ({ title, headingPath, score });
const order = (passages: readonly ReturnType<typeof passage>[], question: string) =>
  releaseNotesLater(passages, question).map(({ title }) => title);

describe('PROD13: release notes come later', () => {
  test.each([
    ['Release History'],
    ['SQLite Release 3.8.7 On 2014-10-17'],
    ['Changelog'],
    ["8. What's New in GIMP 2.8?"],
    ['v2.4.0'],
    ['[1.3.0] - 2026-02-03'],
    ['2018-09-15 (3.25.0)'],
    ['更新日志'],
    ['リリースノート'],
    ['Versionshinweise'],
  ])('%s', (name) => {
    const found = [passage(name, 1), passage('Columns', 0.85)];
    expect(order(found, 'How do I check a column?')).toEqual(['Columns', name]);
    const under = [passage('Manual', 1, 'Part', name), passage('Columns', 0.85)];
    expect(order(under, 'How do I check a column?')).toEqual(['Columns', 'Manual']);
  });

  test.each([
    ['Press releases and where to send them'],
    ['4 boats'],
    ['Deploying a release'],
    ['News about boats'],
    ['2.4 GHz networks'],
  ])('not %s', (name) => {
    expect(order([passage(name, 1), passage('Columns', 0.85)], 'How do I check a column?')[0]).toBe(name);
  });

  test.each([
    ['When was JSON introduced?'],
    ['What changed in 3.25?'],
    ['Which version added JSON?'],
    ['新版本有什么变化'],
    ['Was ist neu?'],
  ])('not for %s', (question) => {
    expect(order([passage('Changelog', 1), passage('JSON', 0.85)], question)[0]).toBe('Changelog');
  });

  test('a passage that is far better stays first', () => {
    expect(order([passage('Changelog', 1), passage('JSON', 0.7)], 'How do I use JSON?')[0]).toBe('Changelog');
  });
});
