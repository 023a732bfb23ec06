import { expect, test } from 'vitest';
import { withoutNearDuplicates } from './near-duplicates.ts';

const passage = (text: string) => ({ text });
const paragraph = Array.from({ length: 80 }, (_, i) => `word${i} means thing${i % 7}`).join(' ');

test('PROD12: a passage that says the same as an earlier one is left out', () => {
  const items = [passage(paragraph), passage(`${paragraph} Updated today.`), passage('Something else.')];
  expect(withoutNearDuplicates(items)).toEqual([items[0], items[2]]);
});

test('PROD12: Chinese passages too, also when one is in Traditional characters', () => {
  const items = [
    passage('每天夜里自动备份数据库，保留三十天。恢复之前先停止服务，再导入备份文件。'),
    passage('每天夜裡自動備份數據庫，保留三十天。恢復之前先停止服務，再導入備份文件。'),
    passage('主题的颜色可以在控制台修改。深色模式跟随系统设置。'),
  ];
  expect(withoutNearDuplicates(items)).toEqual([items[0], items[2]]);
});

test('PROD12: passages of one subject and short ones stay', () => {
  const items = [
    passage('Press the red button to stop the machine at once and wait.'),
    passage('Press the green button to start the machine again and wait.'),
    passage('Yes.'),
    passage('Yes.'),
    passage(''),
  ];
  expect(withoutNearDuplicates(items)).toEqual(items);
});
