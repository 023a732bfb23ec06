import { describe, expect, test } from 'vitest';
import { defaults } from './groups.ts';
import { ConfigPatch } from './patch.ts';
import { looksLikeSecret } from './secrets.ts';

const save = (body: unknown) => ConfigPatch.safeParse(body);
const problem = (body: unknown) => save(body).error?.issues[0]?.message;

describe('saving', () => {
  test('CFG3: only the fields that were sent are changed', () => {
    expect(save({ chat: { allowGuest: false }, excerpt: { enabled: true } }).data).toEqual({
      chat: { allowGuest: false },
      excerpt: { enabled: true },
    });
  });

  test('CFG2: a group may be a text that holds one', () => {
    expect(save({ search: '{"resultCount": 3}' }).data).toEqual({ search: { resultCount: 3 } });
    expect(problem({ search: '{' })).toBe('search must be an object');
    expect(problem({ search: '7' })).toBe('search must be an object');
    expect(problem({ search: [] })).toBe('search must be an object');
  });

  test('CFG2, CFG3: null skips a group or a field', () => {
    expect(save({ chat: null, search: { enabled: null, resultCount: 4 } }).data).toEqual({
      search: { resultCount: 4 },
    });
  });

  test.each([undefined, null, 'chat', 7, [1]])('WIRE4: %j is no body', (body) => {
    expect(problem(body)).toBe('The body must be an object');
  });

  test('CFG6: unknown groups and fields are left out', () => {
    const body = JSON.parse(
      '{"usageLimits": {"enabled": true}, "retrieval": {"sortStrategy": "date", "topK": 9}, "__proto__": {"x": 1}}',
    );
    expect(save(body).data).toEqual({ retrieval: { topK: 9 } });
  });

  test('CFG9: everything that is read is accepted', () => {
    expect(save(defaults()).data).toEqual(defaults());
  });

  test('CFG5: texts may be blanked', () => {
    expect(
      save({ chat: { welcomeMessage: '', widgetTriggerLabel: '' }, retrieval: { noMatchReply: '' } }).data,
    ).toEqual({
      chat: { welcomeMessage: '', widgetTriggerLabel: '' },
      retrieval: { noMatchReply: '' },
    });
  });
});

describe('CFG4, WIRE6: values are refused with their path and range', () => {
  test.each([
    [{ chunking: { chunkSize: 99 } }, 'chunking.chunkSize must be a whole number from 100 to 2000'],
    [{ chunking: { chunkSize: 2001 } }, 'chunking.chunkSize must be a whole number from 100 to 2000'],
    [{ chunking: { chunkSize: 500.5 } }, 'chunking.chunkSize must be a whole number from 100 to 2000'],
    [{ chunking: { chunkSize: '500' } }, 'chunking.chunkSize must be a whole number from 100 to 2000'],
    [{ retrieval: { semanticWeight: 1.1 } }, 'retrieval.semanticWeight must be a number from 0 to 1'],
    [{ retrieval: { searchMode: 'magic' } }, 'retrieval.searchMode must be one of hybrid, vector, keyword'],
    [{ chat: { allowGuest: 'no' } }, 'chat.allowGuest must be true or false'],
    [{ chat: { widgetTriggerLabel: 'HELLO' } }, 'chat.widgetTriggerLabel must not exceed 4 characters'],
    [{ chat: { widgetThemeColor: 'red' } }, 'chat.widgetThemeColor must be a colour such as #5387C4'],
    [{ search: { themeColor: '#12345' } }, 'search.themeColor must be empty or a colour such as #5387C4'],
    [{ search: { maxTokens: 64 } }, 'search.maxTokens must be 0 or a whole number from 128 to 2048'],
    [{ pet: { size: 47 } }, 'pet.size must be a whole number from 48 to 240'],
    [
      { privacy: { logRetentionDays: 3651 } },
      'privacy.logRetentionDays must be a whole number from 0 to 3650',
    ],
    [{ chat: { shortcutItems: 'none' } }, 'chat.shortcutItems must be a list'],
    [
      { chat: { shortcutItems: [{ query: 'q', enabled: 'yes' }] } },
      'chat.shortcutItems.0.enabled must be true or false',
    ],
  ])('%j', (body, message) => {
    expect(problem(body)).toBe(message);
  });

  test('the borders themselves are fine', () => {
    const body = {
      chunking: { chunkSize: 100, chunkOverlap: 500 },
      retrieval: { semanticWeight: 0, topK: 100 },
      search: { maxTokens: 0, themeColor: '' },
      chat: { widgetThemeColor: '#ABC' },
    };
    expect(save(body).data).toEqual(body);
  });

  test('CFG11: 500.0 is a whole number', () => {
    expect(save(JSON.parse('{"chunking": {"chunkSize": 500.0}}')).data).toEqual({
      chunking: { chunkSize: 500 },
    });
  });

  test('one bad value fails the whole save', () => {
    expect(save({ chat: { temperature: 0.2 }, chunking: { chunkSize: 1 } }).success).toBe(false);
  });
});

describe('CFG15: shortcuts', () => {
  test('are completed, and those without a question are dropped', () => {
    const items = [
      { query: '  ' },
      { query: ' What is new? ', icon: 'rocket' },
      { id: 'a', label: 'L', query: 'q', enabled: false },
    ];
    expect(save({ chat: { shortcutItems: items } }).data?.chat?.shortcutItems).toEqual([
      {
        id: 'shortcut-2',
        label: 'What is new?',
        query: 'What is new?',
        icon: 'sparkles',
        intentRouteId: '',
        enabled: true,
      },
      { id: 'a', label: 'L', query: 'q', icon: 'sparkles', intentRouteId: '', enabled: false },
    ]);
  });

  test('are at most six, blanks not counted', () => {
    const items = Array.from({ length: 6 }, (_, index) => ({ query: `q${index}` }));
    expect(save({ chat: { shortcutItems: [...items, { query: '' }] } }).success).toBe(true);
    expect(problem({ chat: { shortcutItems: [...items, { query: 'one more' }] } })).toMatch(
      /more than 6 questions/,
    );
  });

  test('are read the same when they are saved again', () => {
    const once = save({ chat: { shortcutItems: [{ query: 'q' }] } }).data;
    expect(save(once).data).toEqual(once);
  });
});

describe('CFG7: keys', () => {
  test.each([
    'apiKey',
    'api_key',
    'API-KEY',
    'openaiApiKeys',
    'clientSecret',
    'accessToken',
    'token',
    'dbPassword',
    'Authorization',
  ])('%s looks like one', (name) => {
    expect(looksLikeSecret(name)).toBe(true);
  });

  test.each([
    'maxTokens',
    'keywordsMaxTokens',
    'autoKeywords',
    'keyword',
    'tokenizer',
    'aiFoundationChatModelName',
  ])('%s does not', (name) => {
    expect(looksLikeSecret(name)).toBe(false);
  });

  test.each([
    { models: { apiKey: 'sk-1' } },
    { models: { aiFoundation: { providers: [{ api_key: 'sk-1' }] } } },
    { somewhere: { secret: 'x' } },
    { models: '{"accessToken": "x"}' },
    { apiKey: 'sk-1' },
  ])('are refused wherever they stand: %j', (body) => {
    expect(problem(body)).toMatch(/model-management component/);
  });

  test('the message names the field and not its value', () => {
    expect(problem({ models: { apiKey: 'sk-very-secret' } })).toMatch(/^apiKey looks/);
    expect(problem({ models: { apiKey: 'sk-very-secret' } })).not.toContain('sk-very-secret');
  });

  test('a body nested a hundred thousand deep is searched without failing', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(save({ other: JSON.parse(deep) }).data).toEqual({});
  });
});
