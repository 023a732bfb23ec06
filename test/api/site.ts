import type { FakeArticle } from '../fakes/host.ts';

/** A small site that the wire tests ask. */
export const articles: readonly FakeArticle[] = [
  {
    id: 'coffee',
    title: 'Brewing coffee at home',
    tags: ['kitchen'],
    text: '# Brewing coffee at home\n\n## Water\n\nUse water of 93 degrees for a light roast. Boiling water burns the grounds and leaves a harsh taste behind, which no amount of milk can hide.\n\n## Ratio\n\nTake 60 grams of coffee for each litre of water. A stronger cup needs more grounds, not a longer brew, since time draws out what is bitter.',
  },
  {
    id: 'bicycle',
    title: 'Caring for a bicycle chain',
    tags: ['workshop'],
    text: '# Caring for a bicycle chain\n\nClean the chain with a dry cloth every 200 kilometres and oil it afterwards.',
  },
  {
    id: 'tea',
    title: '怎样泡好一壶龙井茶',
    tags: ['厨房'],
    text: '# 怎样泡好一壶龙井茶\n\n## 水温\n\n龙井茶适合用八十度左右的水冲泡，水太烫会让茶汤发苦。\n\n## 时间\n\n第一泡大约三十秒就可以倒出。',
  },
];
