import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { Notice } from './notice.ts';

type Figures = Notice['figures'];
type Event = Notice['event'];

/** All texts of notices. */
interface Texts {
  /** Title by event and phase; events without an end use `begun`. */
  readonly titles: Readonly<
    Record<Event, { readonly begun: (one: Said) => string; readonly ended?: (one: Said) => string }>
  >;
  /** One or two sentences on the consequences. */
  readonly texts: Readonly<
    Record<Event, { readonly begun: (one: Said) => string; readonly ended?: (one: Said) => string }>
  >;
  readonly subject: (title: string, site: string) => string;
  readonly questions: string;
  readonly gaps: string;
  readonly console: string;
}

interface Said {
  readonly subject: string;
  readonly figures: Figures;
}

const number = (language: string) => {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return (value: Figures[string] | undefined): string =>
    typeof value === 'number' ? format.format(value) : (value ?? '');
};
const english = number('en');
const chinese = number('zh-CN');

/** The cost of a digest; omitted when no prices are known. */
const cost = (
  name: string,
  { cost: amount, currency }: Figures,
  shown: (value: number) => string,
): string[] =>
  typeof amount === 'number' ? [`${name}${[shown(amount), currency].filter(Boolean).join(' ')}`] : [];

/** True for a notice of the spending limit rather than of a model's tokens. */
const isMoney = (figures: Figures): boolean => figures['unit'] === 'money';

/** What is used and the ceiling, with the currency. */
const amounts = (figures: Figures, shown: (value: Figures[string] | undefined) => string): string[] =>
  [figures['used'], figures['ceiling']].map((amount) =>
    [shown(amount), figures['currency']].filter(Boolean).join(' '),
  );

const en: Texts = {
  titles: {
    budget: {
      begun: ({ subject, figures }) =>
        isMoney(figures)
          ? `${english(figures['percent'])}% of the daily spending limit is used`
          : `${subject}: ${english(figures['percent'])}% of today’s tokens are used`,
    },
    model: {
      begun: ({ subject }) => `The model ${subject} fails`,
      ended: ({ subject }) => `The model ${subject} answers again`,
    },
    site: {
      begun: () => 'The site is out of reach',
      ended: () => 'The site is within reach again',
    },
    index: {
      begun: ({ subject }) =>
        subject === 'engine' ? 'The search engine cannot be used' : 'The index could not be rebuilt',
      ended: ({ subject }) =>
        subject === 'engine' ? 'The search engine works again' : 'The index has been rebuilt',
    },
    disk: {
      begun: () => 'The disk is nearly full',
      ended: () => 'The disk has room again',
    },
    digest: { begun: ({ figures }) => `The week from ${figures['from']} to ${figures['to']}` },
    test: { begun: () => 'Test notice' },
  },
  texts: {
    budget: {
      begun: ({ figures }) => {
        if (isMoney(figures)) {
          const [used, ceiling] = amounts(figures, english);
          return Number(figures['percent']) >= 100
            ? `The daily spending limit of ${ceiling} is reached. Until midnight no model with a price is called; visitors get quotations instead.`
            : `${used} of ${ceiling} a day are spent.`;
        }
        return Number(figures['percent']) >= 100
          ? `The daily ceiling of ${english(figures['ceiling'])} tokens is reached. Until midnight visitors get quotations instead of this model’s answers.`
          : `${english(figures['used'])} of ${english(figures['ceiling'])} tokens a day are used.`;
      },
    },
    model: {
      begun: () =>
        'Its last calls failed. Until it answers again, its fallback or quotations take its place.',
      ended: () => 'Its last calls succeeded.',
    },
    site: {
      begun: () =>
        'Docent answers from the articles that it has read. Changes of the site are not seen meanwhile.',
      ended: () => 'Changes of the site are read again.',
    },
    index: {
      begun: ({ subject }) =>
        subject === 'engine'
          ? 'Until it works again, searching the articles is slower or not possible.'
          : 'The index before it goes on serving.',
      ended: () => 'Nothing needs to be done.',
    },
    disk: {
      begun: ({ figures }) =>
        `${english(figures['free'])} GiB are free on the disk of the data folder. When it is full, nothing is answered.`,
      ended: ({ figures }) => `${english(figures['free'])} GiB are free.`,
    },
    digest: {
      begun: ({ figures }) =>
        [
          `Questions: ${english(figures['questions'])}`,
          `Not covered by the site: ${english(figures['notCovered'])}`,
          `Disliked answers: ${english(figures['disliked'])}`,
          `Open gaps: ${english(figures['gaps'])}`,
          ...cost('Cost: ', figures, english),
        ].join('\n'),
    },
    test: { begun: () => 'Notices of Docent arrive here.' },
  },
  subject: (title, site) => `[Docent] ${site}: ${title}`,
  questions: 'Not covered:',
  gaps: 'Gaps:',
  console: 'Console:',
};

const zh: Texts = {
  titles: {
    budget: {
      begun: ({ subject, figures }) =>
        isMoney(figures)
          ? `今天的费用已达上限的 ${chinese(figures['percent'])}%`
          : `${subject}：今天的 token 已用 ${chinese(figures['percent'])}%`,
    },
    model: {
      begun: ({ subject }) => `模型 ${subject} 出现故障`,
      ended: ({ subject }) => `模型 ${subject} 恢复正常`,
    },
    site: { begun: () => '无法访问站点', ended: () => '站点恢复访问' },
    index: {
      begun: ({ subject }) => (subject === 'engine' ? '搜索引擎不可用' : '索引重建失败'),
      ended: ({ subject }) => (subject === 'engine' ? '搜索引擎恢复正常' : '索引已重建'),
    },
    disk: { begun: () => '磁盘空间不足', ended: () => '磁盘空间恢复正常' },
    digest: { begun: ({ figures }) => `${figures['from']} 至 ${figures['to']} 一周概况` },
    test: { begun: () => '测试通知' },
  },
  texts: {
    budget: {
      begun: ({ figures }) => {
        if (isMoney(figures)) {
          const [used, ceiling] = amounts(figures, chinese);
          return Number(figures['percent']) >= 100
            ? `已达到每日费用上限 ${ceiling}。今天余下的时间不再调用有价格的模型，访客得到的是原文摘录。`
            : `每日费用上限 ${ceiling}，已用 ${used}。`;
        }
        return Number(figures['percent']) >= 100
          ? `已达到每日 ${chinese(figures['ceiling'])} token 的上限。今天余下的时间，访客得到的是原文摘录，而不是这个模型的回答。`
          : `每日 ${chinese(figures['ceiling'])} token，已用 ${chinese(figures['used'])}。`;
      },
    },
    model: {
      begun: () => '最近几次调用都失败了。恢复之前，由备用模型或原文摘录代替。',
      ended: () => '最近几次调用都成功了。',
    },
    site: {
      begun: () => 'Docent 用已读取的文章回答，这期间看不到站点的改动。',
      ended: () => '已重新开始读取站点的改动。',
    },
    index: {
      begun: ({ subject }) =>
        subject === 'engine' ? '恢复之前，检索文章会变慢或无法进行。' : '之前的索引继续使用。',
      ended: () => '无需处理。',
    },
    disk: {
      begun: ({ figures }) => `数据目录所在磁盘只剩 ${chinese(figures['free'])} GiB。写满后将不再回答问题。`,
      ended: ({ figures }) => `剩余 ${chinese(figures['free'])} GiB。`,
    },
    digest: {
      begun: ({ figures }) =>
        [
          `提问：${chinese(figures['questions'])}`,
          `无相关内容：${chinese(figures['notCovered'])}`,
          `差评的回答：${chinese(figures['disliked'])}`,
          `待解决的内容缺口：${chinese(figures['gaps'])}`,
          ...cost('费用：', figures, chinese),
        ].join('\n'),
    },
    test: { begun: () => 'Docent 的通知会发到这里。' },
  },
  subject: (title, site) => `[Docent] ${site}：${title}`,
  questions: '没有相关内容的提问：',
  gaps: '内容缺口：',
  console: '控制台：',
};

const all: Readonly<Record<InterfaceLanguage, Texts>> = { en, zh };

/** The site that a notice is about. */
export interface NoticeSite {
  readonly title: string;
  /** Public address of the console; `''` when unknown. */
  readonly console: string;
}

/** A notice as text. */
export interface Worded {
  readonly title: string;
  /** Sentences, and the lists of a digest. */
  readonly text: string;
  /** Subject of a mail. */
  readonly subject: string;
  /** The whole message: title, text and a link to the console. */
  readonly message: string;
}

export function worded(notice: Notice, language: InterfaceLanguage, site: NoticeSite): Worded {
  const texts = all[language];
  const phase = notice.phase === 'ended' ? 'ended' : 'begun';
  const of = (table: Texts['titles']) => (table[notice.event][phase] ?? table[notice.event].begun)(notice);
  const title = of(texts.titles);
  const list = (name: string, entries: readonly string[] = []) =>
    entries.length === 0 ? [] : [[name, ...entries.map((entry) => `- ${entry}`)].join('\n')];
  const text = [
    of(texts.texts),
    ...list(texts.questions, notice.questions),
    ...list(texts.gaps, notice.gaps),
  ].join('\n\n');
  const subject = texts.subject(title, site.title);
  const way = site.console === '' ? [] : [`${texts.console} ${site.console}`];
  return { title, text, subject, message: [subject, text, ...way].join('\n\n') };
}
