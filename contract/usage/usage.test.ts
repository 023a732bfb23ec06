import { describe, expect, test } from 'vitest';
import { daysBetween, exactInstant, isDate } from '../dates.ts';
import { noLimits, UsageLimits, UsageLimitsBody } from './limits.ts';
import { CallsQuery, DeleteRequest, HiddenModels, MergeRequest, StatsQuery } from './usage.ts';

const problem = (query: object) => CallsQuery.safeParse(query).error?.issues[0]?.message;

describe('US12: dates', () => {
  test.each(['2026-01-31', '2024-02-29', '0001-01-01'])('%s is a day', (text) => {
    expect(isDate(text)).toBe(true);
  });

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00',
    '',
  ])('%j is none', (text) => {
    expect(isDate(text)).toBe(false);
  });

  test('both ends of a range count', () => {
    expect(daysBetween('2026-03-01', '2026-03-01')).toBe(1);
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(2);
    expect(daysBetween('2026-03-02', '2026-03-01')).toBe(0);
  });

  test('a range spans at most thirty days and does not end before it starts', () => {
    expect(problem({ start: '2026-01-01', end: '2026-01-31' })).toBeUndefined();
    expect(problem({ start: '2026-01-01', end: '2026-02-01' })).toMatch(/30 days/);
    expect(problem({ start: '2026-01-02', end: '2026-01-01' })).toMatch(/before start/);
    expect(problem({ start: 'yesterday' })).toMatch(/^start must be a date/);
  });

  test('CL2: an instant is normalised, a missing one is empty, and an unreadable one refused', () => {
    expect(exactInstant.parse('2026-01-01T08:00:00+08:00')).toBe('2026-01-01T00:00:00.000Z');
    for (const value of ['', undefined]) expect(exactInstant.parse(value)).toBe('');
    for (const value of ['now', '2026-99-01T00:00:00Z', '20260101', 7]) {
      expect(exactInstant.safeParse(value).success).toBe(false);
    }
  });
});

describe('queries of usage', () => {
  test('US9: unknown ranges are today, one date alone is no error', () => {
    expect(StatsQuery.parse({ range: '365d', start: '2026-01-01' })).toMatchObject({
      range: 'today',
      end: '',
    });
    expect(StatsQuery.parse({ range: '7d', model: ' m ' })).toMatchObject({ range: '7d', model: 'm' });
  });

  test('US10: unreadable values have their defaults', () => {
    expect(CallsQuery.parse({ status: 'odd', sort: 'up', page: '-1', size: '1000' })).toEqual({
      model: '',
      type: '',
      scenario: '',
      status: 'all',
      sort: 'desc',
      page: 1,
      size: 100,
      start: '',
      end: '',
    });
  });

  test('US15: merging and deleting name their models; blank dates are allowed', () => {
    expect(MergeRequest.parse({ sourceModel: ' a ', targetModel: 'b', start: null })).toEqual({
      sourceModel: 'a',
      targetModel: 'b',
      start: '',
      end: '',
    });
    expect(DeleteRequest.safeParse({ start: '2026-01-01' }).error?.issues[0]?.message).toMatch(/^model must/);
    expect(DeleteRequest.safeParse({ model: 'a', start: '2026-01-02', end: '2026-01-01' }).success).toBe(
      false,
    );
    expect(DeleteRequest.safeParse({ model: 'a', start: '2020-01-01', end: '2026-01-01' }).success).toBe(
      true,
    );
  });

  test('US14: hidden models are trimmed, blanks and repetitions dropped, the order kept', () => {
    expect(HiddenModels.parse({ hiddenModels: ['b', ' a ', '', 'b'] })).toEqual({ hiddenModels: ['b', 'a'] });
    expect(HiddenModels.parse({ hiddenModels: [] })).toEqual({ hiddenModels: [] });
    // A list that is missing, misspelt perhaps, must not empty the one that was saved.
    for (const body of [{}, { hidden: ['a'] }, { hiddenModels: null }])
      expect(HiddenModels.safeParse(body).success).toBe(false);
    expect(HiddenModels.safeParse({ hiddenModels: 'a' }).success).toBe(false);
  });
});

describe('US2: limits', () => {
  test('missing fields stay unchanged', () => {
    expect(UsageLimitsBody.parse({})).toEqual({});
    expect(UsageLimitsBody.parse({ enabled: false, visitor: { dailyLimit: null, hourlyLimit: 3 } })).toEqual({
      enabled: false,
      visitor: { hourlyLimit: 3 },
    });
  });

  test('numbers may be texts, an emptied field is 0, null leaves a ceiling as it is', () => {
    const read = UsageLimitsBody.parse({
      enabled: 'true',
      chatModelLimits: { a: '1000', b: 2, d: null, ' e ': 5, '': 1, f: '' },
      visitor: {
        enabled: true,
        dailyLimit: '20',
        hourlyLimit: '',
        whitelist: [' 10.0.0.1 ', '', '*', '10.0.0.1', '2001:db8::/32', '::1', '10.0.0.0/8'],
      },
    });
    expect(read).toEqual({
      enabled: true,
      chatModelLimits: { a: 1000, b: 2, e: 5, f: 0 },
      visitor: {
        enabled: true,
        dailyLimit: 20,
        hourlyLimit: 0,
        whitelist: ['10.0.0.1', '*', '2001:db8::/32', '::1', '10.0.0.0/8'],
      },
    });
    expect(UsageLimits.safeParse(read).success).toBe(true);
  });

  test.each([
    [{ enabled: 'perhaps' }, 'enabled must be true or false'],
    [
      { chatModelLimits: { a: 'many' } },
      'chatModelLimits.a must be a whole number from 0 to 9007199254740991',
    ],
    [{ chatModelLimits: { a: 2.5 } }, 'chatModelLimits.a must be a whole number from 0 to 9007199254740991'],
    [{ dailyCostLimit: -1 }, 'dailyCostLimit must be a number from 0 to 1000000000'],
    [{ dailyCostLimit: 'cheap' }, 'dailyCostLimit must be a number from 0 to 1000000000'],
    [{ chatModelLimits: [1] }, 'chatModelLimits must be a JSON object'],
    [
      { chatModelLimits: { ['x'.repeat(201)]: 1 } },
      'chatModelLimits must hold model names of at most 200 characters',
    ],
    [{ perModelList: [{ limit: 3 }] }, 'perModelList.0.model must be the name of a model'],
    [{ visitor: 5 }, 'visitor must be a JSON object'],
    [
      { visitor: { hourlyLimit: 'lots' } },
      'visitor.hourlyLimit must be a whole number from 0 to 9007199254740991',
    ],
    [{ visitor: { dailyLimit: -1 } }, 'visitor.dailyLimit must be a whole number from 0 to 9007199254740991'],
    [
      { visitor: { dailyLimit: 1e300 } },
      'visitor.dailyLimit must be a whole number from 0 to 9007199254740991',
    ],
    [
      { visitor: { whitelist: ['::1', 'office'] } },
      'visitor.whitelist.1 must be an IP address, a CIDR range or *',
    ],
    [
      { visitor: { whitelist: ['10.0.0.0/33'] } },
      'visitor.whitelist.0 must be an IP address, a CIDR range or *',
    ],
    [{ visitor: { whitelist: '*' } }, 'visitor.whitelist must be a list'],
  ])('%j is refused: %s', (body, message) => {
    expect(UsageLimitsBody.safeParse(body).error?.issues[0]?.message).toBe(message);
  });

  test.each(['chatModelList', 'perModelList'])('the older list %s is read', (key) => {
    const body = { [key]: [{ model: 'a', limit: '9' }, { model: '', limit: 1 }, { model: 'b' }] };
    expect(UsageLimitsBody.parse(body)).toEqual({ chatModelLimits: { a: 9 } });
  });

  test('the older map perModel is read', () => {
    expect(UsageLimitsBody.parse({ perModel: { a: 3 } })).toEqual({ chatModelLimits: { a: 3 } });
  });

  test.each([null, 'x', 5, []])('%j is no limits object', (body) => {
    expect(UsageLimitsBody.safeParse(body).success).toBe(false);
  });

  test('the whole object is bounded', () => {
    const whitelist = Array.from({ length: 1001 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    const models = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`m${index}`, 1]));
    for (const body of [{ visitor: { whitelist } }, { chatModelLimits: models }]) {
      expect(UsageLimitsBody.safeParse(body).error?.issues[0]?.message).toMatch(/must not hold more than/);
    }
  });

  test('US1: nothing is limited until limits are saved', () => {
    expect(UsageLimits.parse(noLimits)).toEqual(noLimits);
  });
});
