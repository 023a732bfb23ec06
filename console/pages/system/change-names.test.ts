import { describe, expect, test } from 'vitest';
import { configGroups } from '../../../contract/config/groups.ts';
import { CuratedFields } from '../../../contract/curated-answers/entry-fields.ts';
import { RouteBody } from '../../../contract/intent-routes/route-fields.ts';
import { ConnectedModel } from '../../../contract/operator/connected-models.ts';
import { NoticeSettings } from '../../../contract/operator/notices.ts';
import { noLimits } from '../../../contract/usage/limits.ts';
import { changeNames, partNames } from './change-names.ts';

const without = (names: readonly string[], ...left: readonly string[]) =>
  names.filter((name) => !left.includes(name));

/** The fields that the changes of each area can name. */
const recorded = [
  ...Object.entries(configGroups).map(
    ([subject, group]) => ['settings', subject, Object.keys(group.shape)] as const,
  ),
  [
    'limits',
    '',
    [
      'ceilings',
      'ceiling: gpt',
      'dailyCostLimit',
      'visitorLimits',
      ...without(Object.keys(noLimits.visitor), 'enabled'),
    ],
  ],
  ['routes', 'birds', without(Object.keys(RouteBody.shape), 'id')],
  ['curatedAnswers', 'id', Object.keys(CuratedFields.shape)],
  ['datasets', 'birds', ['name', 'description', 'case: owls']],
  [
    'models',
    'gpt',
    [
      ...without(Object.keys(ConnectedModel.shape), 'revision'),
      'order',
      'chat',
      'embedding',
      'rerank',
      'image',
    ],
  ],
  ['site', 'https://blog.example.org', ['address', 'kind', 'credentials']],
  [
    'pets',
    'pet',
    ['name', 'style', 'masterStatus', 'masterRevision', 'expressions', 'candidates', 'state', 'mode'],
  ],
  ['chatLogs', '', ['count', 'from', 'to', 'model', 'feedbackType', 'answerState', 'kind']],
  ['usage', 'gpt', ['hiddenModels', 'targetModel', 'start', 'end']],
  ['gaps', 'task', ['days', 'maxLogs']],
  ['excerpts', 'article', ['count', 'automatic']],
  ['tokens', 'robot', ['scope', 'hint', 'expiresAt']],
  [
    'notices',
    '',
    Object.entries(NoticeSettings.shape).flatMap(([part, schema]) =>
      'shape' in schema ? Object.keys(schema.shape as object).map((name) => `${part}.${name}`) : [part],
    ),
  ],
] as const;

describe.each(['en', 'zh'] as const)('CHG3: in %s', (language) => {
  const nameOf = changeNames(language);

  test.each(recorded)('every field of %s %s has the name of its page', (area, subject, fields) => {
    const unnamed = fields.filter(
      (field) => field !== 'revision' && nameOf({ area, subject }, field) === field,
    );
    expect(unnamed).toEqual([]);
  });
});

test('CHG3: fields of the same name are named by their own page, and parts of a value have names too', () => {
  const nameOf = changeNames('en');
  const enabled = ['excerpt', 'mindmap', 'pet'].map((subject) =>
    nameOf({ area: 'settings', subject }, 'enabled'),
  );
  expect(new Set(enabled).size).toBe(enabled.length);
  expect(partNames('zh')).toMatchObject({ question: '问题', title: expect.any(String) });
});
