import type { TaskPassage } from '../../../ports/models.ts';
import type { CitedStatement } from './prompt.ts';

/** Statements about short pages of which it is known whether the page says them: half of them true, in other words; half false in one place. */
interface KnownStatements {
  readonly question: string;
  readonly passages: readonly TaskPassage[];
  readonly statements: readonly (CitedStatement & { readonly isSaid: boolean })[];
}

interface Page {
  readonly title: string;
  readonly text: string;
  readonly said: readonly string[];
  readonly notSaid: readonly string[];
}

const english: readonly Page[] = [
  {
    title: 'Borrowing a cargo bike',
    text: 'A cargo bike can be borrowed for two days. Whoever wants it longer has to ask before noon of the second day. The battery lasts for about 40 km; a charger is in the box. Children may ride in the box when they wear a helmet. Scratches cost nothing, a lost key costs £35.',
    said: [
      'If you need more than two days, ask by midday on day two.',
      'You do not pay for scratches, but you do for losing the key.',
    ],
    notSaid: ['Children may ride in the box without a helmet.', 'A lost key costs £53.'],
  },
  {
    title: 'How backups are made',
    text: 'The service writes a backup every night and keeps the last seven. Uploaded pictures are not part of it. Before an update a further backup is written, which is deleted after a month. Restoring stops the service for some minutes.',
    said: [
      'Pictures that were uploaded are missing from the nightly backup.',
      'While a backup is restored, the service is unavailable for a short time.',
    ],
    notSaid: [
      'The extra backup is written after an update.',
      'Backups are encrypted with a key that only the owner has.',
    ],
  },
  {
    title: 'Planting garlic',
    text: 'Plant garlic in October rather than in spring: the bulbs get bigger. Put the cloves five centimetres deep, the tip up. Most soils need no manure. Too much water in June may make the bulbs rot.',
    said: ['Garlic planted in autumn grows larger bulbs.', 'The pointed end of each clove looks upwards.'],
    notSaid: [
      'Spring planting gives bigger bulbs than planting in October.',
      'Watering in June always makes the bulbs rot.',
    ],
  },
];

const chinese: readonly Page[] = [
  {
    title: '社区泳池须知',
    text: '泳池周二闭馆换水，其余各天早上六点半到晚上九点开放。身高一米二以下的孩子要有大人陪同下水。年卡可以停卡一次，最长三个月。储物柜当天清空，过夜的物品会送到前台。',
    said: ['每周二不开放。', '柜子里的东西留过夜，会被拿到前台去。'],
    notSaid: ['年卡可以停卡三次。', '身高一米二以上的孩子必须由大人陪同下水。'],
  },
  {
    title: '导出数据',
    text: '在设置里点“导出”，系统会生成一个压缩包，里面有全部文章和评论，不含草稿。站点很大时可能要等半个小时。链接二十四小时内有效，只有管理员能下载。',
    said: ['没发布的草稿不在导出的压缩包里。', '下载链接过了一天就失效。'],
    notSaid: ['编辑和管理员都能下载压缩包。', '导出总要等半个小时。'],
  },
  {
    title: '怎样泡绿茶',
    text: '泡绿茶水温以八十度为宜，太烫会发苦。先放水，再放茶叶，盖子不要盖。一克茶叶配五十毫升水。第一泡一分钟，以后每泡多加半分钟。',
    said: ['水太热，泡出来的绿茶会苦。', '第二泡要一分半钟。'],
    notSaid: ['先放茶叶，再倒水。', '泡绿茶时要盖上盖子。'],
  },
];

function knownFrom(question: string, pages: readonly Page[]): KnownStatements {
  return {
    question,
    passages: pages.map(({ title, text }, n) => ({ article: n + 1, title, headingPath: [], text })),
    // True and false ones take turns, so that no answer that is the same throughout is right.
    statements: pages.flatMap(({ said, notSaid }, n) =>
      said.flatMap((statement, place) => [
        { statement, article: n + 1, isSaid: true },
        { statement: notSaid[place] ?? '', article: n + 1, isSaid: false },
      ]),
    ),
  };
}

/** In two languages, each for a call of its own. */
export const knownStatements: readonly KnownStatements[] = [
  knownFrom('What do these pages say?', english),
  knownFrom('这些页面说了什么？', chinese),
];
