import { describe, expect, test } from 'vitest';
import { modernize, shortcutsFromLines } from './legacy.ts';

describe('CFG13: older shapes of stored groups', () => {
  test('nested model names win over the flat ones, and only those that are set', () => {
    const stored = {
      aiFoundation: { chatModelName: 'new', rerankModelName: '', embeddingModelName: 7 },
      aiFoundationChatModelName: 'old',
      aiFoundationRerankModelName: 'kept',
      embeddingDimensions: 512,
    };
    expect(modernize('models', stored)).toEqual({
      aiFoundationChatModelName: 'new',
      aiFoundationRerankModelName: 'kept',
      embeddingDimensions: 512,
    });
  });

  test('reasoningMode becomes the switch unless the switch is stored', () => {
    expect(modernize('chat', { reasoningMode: 'enabled' })).toEqual({ reasoningDefaultEnabled: true });
    expect(modernize('chat', { reasoningMode: 'disabled' })).toEqual({});
    expect(modernize('chat', { reasoningMode: 'enabled', reasoningDefaultEnabled: false })).toEqual({
      reasoningDefaultEnabled: false,
    });
  });

  test.each([undefined, null, 'text', 7, ['a']])('%j counts as an empty group', (stored) => {
    expect(modernize('models', stored)).toEqual({});
    expect(modernize('search', stored)).toEqual({});
  });

  test('a stored group in the current shape stays unchanged', () => {
    const stored = { enabled: false, resultCount: 3 };
    expect(modernize('search', stored)).toEqual(stored);
    expect(modernize('search', stored)).not.toBe(stored);
  });
});

describe('CFG14: shortcuts from lines', () => {
  test('choose icon and route by the first word that occurs', () => {
    const read = shortcutsFromLines(
      '最新的热门文章\r\n\n  最近更新 \n有哪些标签？\n文章分类\nHow do I begin?',
    );
    expect(read.map(({ id, query, icon, intentRouteId }) => ({ id, query, icon, intentRouteId }))).toEqual([
      { id: 'legacy-1', query: '最新的热门文章', icon: 'fire', intentRouteId: 'builtin-hot-articles' },
      { id: 'legacy-2', query: '最近更新', icon: 'clock', intentRouteId: 'builtin-latest-posts' },
      { id: 'legacy-3', query: '有哪些标签？', icon: 'tag', intentRouteId: 'builtin-by-tag' },
      { id: 'legacy-4', query: '文章分类', icon: 'category', intentRouteId: 'builtin-by-category' },
      { id: 'legacy-5', query: 'How do I begin?', icon: 'sparkles', intentRouteId: '' },
    ]);
  });

  test('are at most six, and fit the limits of shortcuts', () => {
    const read = shortcutsFromLines(`${'x'.repeat(400)}\n`.repeat(9));
    expect(read).toHaveLength(6);
    expect(read[0]?.query).toHaveLength(200);
    expect(read[0]?.label).toHaveLength(30);
  });

  test('of nothing are none', () => {
    expect(shortcutsFromLines(' \n\n')).toEqual([]);
  });
});
