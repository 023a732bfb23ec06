import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Config, configGroups, defaults } from './groups.ts';
import { looksLikeSecret } from './secrets.ts';

const fields = Object.entries(configGroups).flatMap(([group, { shape }]) =>
  Object.entries(shape).map(([name, field]) => ({ path: `${group}.${name}`, name, field })),
);

test('CFG1: an empty group has every default', () => {
  expect(Object.keys(defaults())).toEqual([
    'models',
    'chunking',
    'retrieval',
    'enhancement',
    'chat',
    'excerpt',
    'writing',
    'search',
    'mindmap',
    'pet',
    'privacy',
    'integrations',
    'access',
  ]);
  expect(defaults()).toMatchObject({
    models: { aiFoundationChatModelName: '', embeddingDimensions: 1024, rerankEnabled: false },
    chunking: {
      chunkMode: 'auto',
      chunkSize: 500,
      chunkOverlap: 50,
      chunkSeparator: '\n\n',
      minChunkSize: 50,
    },
    retrieval: { searchMode: 'hybrid', semanticWeight: 0.7, topK: 20, similarityThreshold: 0.5, topN: 5 },
    enhancement: { queryRewriteWithHistory: true, crossLanguageTargets: 'en', rerankTopN: 5 },
    chat: { temperature: 0.7, maxTokens: 2048, historyTurns: 5, allowGuest: true, shortcutItems: [] },
    excerpt: {
      enabled: false,
      maxLength: 160,
      maxInputLength: 3000,
      temperature: 0.3,
      maxTokens: 512,
      prompt: '',
    },
    writing: { outlineSections: 6, outlineDepth: 1, outlineNumbering: 'chinese', maxInputLength: 6000 },
    search: { resultCount: 10, maxTokens: 512, theme: 'inherit', themeColor: '' },
    mindmap: { maxInputLength: 15_000, maxDepth: 3, theme: 'inherit' },
    pet: { enabled: false, petId: '', size: 96 },
    privacy: { logRetentionDays: 180, hashAddresses: false, maskPersonalData: true },
  });
});

describe('every field', () => {
  test.each(fields)('$path is described and accepts its own default', ({ field }) => {
    expect(field.unwrap().meta()?.description).toMatch(/\w/);
    expect(field.unwrap().safeParse(field.parse(undefined)).success).toBe(true);
  });

  test('CFG7: none looks like a key', () => {
    expect(fields.filter(({ name }) => looksLikeSecret(name))).toEqual([]);
  });
});

test.each([
  ['*', true],
  ['https://example.org', true],
  ['http://localhost:3000', true],
  ['https://*.Example.org', true],
  ['http://[::1]:80', true],
  ['example.org', false],
  ['https://example.org/', false],
  ['https://a.org/b', false],
  ['ftp://a.org', false],
  ['https://*', false],
  ['null', false],
  ['', false],
])('ORG3: %j is an origin: %s', (origin, expected) => {
  expect(configGroups.access.safeParse({ allowedOrigins: [origin] }).success).toBe(expected);
});

test('CFG9: settings can be saved as they were read', () => {
  const read = defaults();
  expect(Config.parse(read)).toEqual(read);
  const withRevisions = { ...read, revisions: { chat: 3 } };
  expect(Config.parse(withRevisions)).toEqual(withRevisions);
});

test('the ranges are part of the description of the interface', () => {
  const described = z.toJSONSchema(configGroups.chunking, { io: 'input' });
  expect(described.properties?.chunkSize).toMatchObject({ minimum: 100, maximum: 2000, default: 500 });
});
