import { afterEach, expect, test } from 'vitest';
import { language } from '../text/language-choice.ts';
import { remarksOn } from './save-remarks.ts';

afterEach(() => void (language.value = 'en'));

test('CFG21, CFG22, CFG23: what a save could not do is worded in the language of the console', () => {
  language.value = 'en';
  const reply = {
    warnings: [{ path: 'models.embeddingDimensions', code: 'overridden' as const, message: 'any' }],
    ignored: ['chat.shoes'],
  };
  expect(remarksOn(reply)).toEqual([
    'Saved, but the models file sets these dimensions, and its value is used.',
    'Not saved, because Docent does not know these settings: chat.shoes',
  ]);
  language.value = 'zh';
  expect(remarksOn(reply)[0]).toContain('模型文件');
  expect(remarksOn({})).toEqual([]);
});
