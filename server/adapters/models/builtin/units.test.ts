import { describe, expect, it } from 'vitest';
import type { TaskPassage } from '../../../ports/models.ts';
import { unitsOf } from './units.ts';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';

const passage = (text: string, more: Partial<TaskPassage> = {}): TaskPassage => ({
  article: 1,
  title: 'Backup',
  headingPath: ['Daily'],
  text,
  ...more,
});
const shown = (...passages: TaskPassage[]) =>
  unitsOf(passages).map(({ kind, mark, text }) => [kind, mark, text].filter(Boolean).join(' '));

describe('units', () => {
  it('are sentences, items and blocks of code in their order', () => {
    const text =
      'Copy the folder. Then test it:\n\n1. Stop the service\n2. Copy `data`\n   to a safe place\n- rest\n\n```sh\ncp -r data\n\nls\n```\n\n> Never skip it.';
    expect(shown(passage(text))).toEqual([
      'sentence Copy the folder.',
      'sentence Then test it:',
      'item 1. Stop the service',
      'item 2. Copy `data` to a safe place',
      'item - rest',
      'code ```sh\ncp -r data\n\nls\n```',
      'sentence Never skip it.',
    ]);
  });

  it('know the headings above them, also those inside a passage', () => {
    const contexts = unitsOf([passage('One.\n\n## Weekly\n\nTwo.')]).map(
      ({ context, text }) => `${context}: ${text}`,
    );
    expect(contexts).toEqual([
      'Backup › Daily: One.',
      'Backup › Daily › Weekly: Weekly',
      'Backup › Daily › Weekly: Two.',
    ]);
  });

  it('that two passages of an article share, whole or torn, come once', () => {
    expect(
      shown(passage('First one. Newton ran and Miller fell.'), passage('and Miller fell. Last one.')),
    ).toEqual(['sentence First one.', 'sentence Newton ran and Miller fell.', 'sentence Last one.']);
    expect(shown(passage('Same.'), passage('Same.', { article: 2 }))).toHaveLength(2);
  });

  it('closes code that its passage cuts off', () => {
    expect(shown(passage('```sh\nls'))).toEqual(['code ```sh\nls\n```']);
  });

  it('of a passage that begins inside a code block are those behind it', () => {
    expect(shown(passage('x = 1\ny = 2\n```\n\nThen restart.'))).toEqual(['sentence Then restart.']);
    expect(shown(passage('```\n\nDrafts are left out.\n\n```sh\nls\n```'))).toEqual([
      'sentence Drafts are left out.',
      'code ```sh\nls\n```',
    ]);
    expect(shown(passage('```\nls\n```\n\nDone.'))).toEqual(['code ```\nls\n```', 'sentence Done.']);
    expect(shown(passage('Run:\n\n```\nls\n```'))).toEqual(['sentence Run:', 'code ```\nls\n```']);
  });

  it('keep no half of a bold text', () => {
    expect(shown(passage('**Lost it? Reset it.** Then **log in** again.'))).toEqual([
      'sentence Lost it?',
      'sentence Reset it. Then log in again.',
    ]);
  });

  it('takes hostile text in its stride', () => {
    const began = cpuMs();
    for (const text of [
      '`'.repeat(50_000),
      '- '.repeat(50_000),
      '\n'.repeat(50_000),
      '#'.repeat(50_000),
      ' › '.repeat(20_000),
      '1. '.repeat(30_000),
    ])
      unitsOf([passage(text)]);
    expect(cpuMs() - began).toBeLessThan(2000);
  });
});
