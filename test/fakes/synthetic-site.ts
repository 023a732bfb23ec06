import type { IndexChunk } from '../../server/ports/search-index.ts';
import { seeded } from './random.ts';

const latin = 'backup restore theme colour index search container volume network signal monitor render'.split(
  ' ',
);
const han = Array.from('备份恢复主题颜色索引搜索容器网络信号监控渲染数据服务安装配置升级迁移');

/** Articles of made-up words, some in Latin and some in Han script; the same seed writes the same ones. */
export function createSyntheticSite(seed: number, dimensions = 0) {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const sentence = (words: number): string =>
    random(2) === 0
      ? Array.from({ length: words }, () => `${pick(latin)}${random(4) === 0 ? pick(latin) : ''}`).join(' ')
      : Array.from({ length: 2 * words }, () => pick(han)).join('');
  return {
    sentence,
    article(id: string, count = 1 + random(4)): IndexChunk[] {
      const title = sentence(2);
      return Array.from({ length: count }, (_, index) => ({
        id: `${id}-${index}`,
        articleId: id,
        title,
        headingPath: [sentence(2)],
        tags: random(3) === 0 ? [pick(latin)] : [],
        text: sentence(20),
        ...(dimensions > 0 && {
          vector: Float32Array.from({ length: dimensions }, () => random(2_000) / 1_000 - 1),
        }),
      }));
    },
  };
}
