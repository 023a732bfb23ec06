import { describe, expect, test } from 'vitest';
import { isCrossReference } from './cross-reference.ts';
import { cpuMs } from '../../test/fakes/cpu-time.ts';

describe('a sentence that only points elsewhere', () => {
  test.each([
    'See Limiting what visitors can spend and Chat logs, feedback and privacy.',
    '(See also Backup.)',
    'For details, see Monitoring.',
    'Read more: How answers are found',
    'How to set ceilings: Limiting what visitors can spend.',
    'Connecting a model shows how; nothing else has to change.',
    'Related articles: Backup',
    'The Histogram dialog is documented in Section 2.5, “Histogram dialog”.',
    '参见备份与恢复。',
    '关于限额，详见限制访客能花掉多少。',
    '（另见：设置一览）',
    '了解更多：接入模型',
  ])('%s', (text) => expect(isCrossReference(text)).toBe(true));

  test.each([
    'See if the light is on, then press the button.',
    'Seeds are sown in March.',
    'Read the file into memory.',
    'How to brew: take 60 grams of coffee.',
    'The state is described in words and by a colour.',
    'Visitors see the answer at once.',
    '参考价格为 30 元。',
    '点击“了解更多”按钮。',
    '见到绿灯就可以走。',
    '下一步：保存设置。',
    '',
  ])('not: %j', (text) => expect(isCrossReference(text)).toBe(false));

  test('takes hostile text in its stride', () => {
    const began = cpuMs();
    for (const text of ['How to ', 'for more ', '（', 'A shows ', '，'])
      isCrossReference(text.repeat(50_000));
    expect(cpuMs() - began).toBeLessThan(200);
  });
});
