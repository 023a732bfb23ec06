import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { GapReasons } from '../../../contract/agent.ts';
import type { GapType } from './gaps/priority.ts';

type Reasons = Readonly<GapReasons>;

/** Everything a report says in Docent's own words, in the language of the console that asked for it. */
interface Texts {
  readonly steps: readonly [string, string, string, string, string, string];
  readonly failedStep: string;
  readonly reasons: (reasons: Reasons) => string;
  readonly evidence: (question: string, asks: number, reasons: string) => string;
  readonly counted: (asks: number, visitors: number, reasons: string) => string;
  readonly answeredToo: (times: number) => string;
  readonly nearest: (title: string, covered: boolean) => string;
  readonly actions: Readonly<Record<GapType, (article: string) => string>>;
  readonly section: (article: string) => string;
  readonly about: (terms: string) => string;
  readonly update: (questions: string) => string;
  readonly nothing: (logs: number) => string;
  readonly summary: (gaps: number, high: number, logs: number, closed: number) => string;
  readonly next: {
    readonly first: (title: string) => string;
    readonly updates: (articles: number) => string;
    readonly again: string;
    readonly nothing: string;
  };
  readonly limits: {
    readonly noModel: string;
    readonly modelFailed: (why: string) => string;
    readonly modelLimited: string;
    readonly unreadable: string;
    readonly cut: (logs: number) => string;
    readonly leftOut: (asks: number) => string;
    readonly technical: (answers: number) => string;
    readonly checksStopped: string;
    readonly noHost: string;
    readonly more: (gaps: number) => string;
  };
  readonly details: {
    readonly created: (days: number) => string;
    readonly collected: (logs: number, searches: number) => string;
    readonly prepared: (clusters: number, checked: number) => string;
    readonly phrased: (byModel: boolean) => string;
    readonly saved: (gaps: number) => string;
  };
}

/** `3 not covered, 1 disliked`, without what did not happen. */
const list =
  (
    names: Readonly<Record<keyof GapReasons, string>>,
    put: (n: number, name: string) => string,
    comma: string,
  ) =>
  (reasons: Reasons): string =>
    (['not_covered', 'disliked', 'partial', 'no_citation', 'empty_search'] as const)
      .filter((name) => reasons[name] > 0)
      .map((name) => put(reasons[name], names[name]))
      .join(comma);

const plural = (count: number, one: string, other = `${one}s`) => `${count} ${count === 1 ? one : other}`;

const en: Texts = {
  steps: [
    'Create task',
    'Collect questions and searches',
    'Group them and look for articles',
    'Write the report',
    'Check and save',
    'Finish',
  ],
  failedStep: 'Content gap task',
  reasons: list(
    {
      not_covered: 'not covered',
      disliked: 'disliked',
      partial: 'answered in part',
      no_citation: 'without a source',
      empty_search: 'without a search result',
    },
    (n, name) => `${n} ${name}`,
    ', ',
  ),
  evidence: (question, asks, reasons) => `“${question}” (asked ${asks}×: ${reasons})`,
  counted: (asks, visitors, reasons) =>
    `Asked ${plural(asks, 'time')}${visitors > 1 ? ` by ${visitors} visitors` : ''}: ${reasons}.`,
  answeredToo: (times) => `The same words were answered well ${plural(times, 'time')}.`,
  nearest: (title, covered) =>
    covered
      ? `The nearest article is “${title}”.`
      : `Even the nearest article, “${title}”, does not cover it.`,
  actions: {
    new_article: () => 'Write an article that answers these questions.',
    update_article: (article) => `Add the answer to “${article}”.`,
    faq: (article) => `Add a short question and answer, for example to “${article}”.`,
    internal_link: (article) => `Name the visitors' words in “${article}” and link to it where they look.`,
  },
  section: (article) => `New section in “${article}”`,
  about: (terms) => `What it is about: ${terms}`,
  update: (questions) => `Answer in so many words: ${questions}`,
  nothing: (logs) => `No open questions were found in ${plural(logs, 'log')}.`,
  summary: (gaps, high, logs, closed) =>
    `${plural(gaps, 'gap')} found in ${plural(logs, 'log')}, ${high} of high priority.` +
    (closed > 0 ? ` ${plural(closed, 'gap was', 'gaps were')} resolved since.` : ''),
  next: {
    first: (title) => `Begin with: ${title}`,
    updates: (articles) => `Complete ${plural(articles, 'article')} that visitors already find.`,
    again:
      'Publish, then run the analysis again: it asks the questions again and resolves the gaps that are answered.',
    nothing: 'Nothing to do; run the analysis again when there are more questions.',
  },
  limits: {
    noModel: 'No language model is connected: headings are the visitors’ own questions.',
    modelFailed: (why) =>
      `The language model could not word the report (${why}); headings are the visitors’ own questions.`,
    modelLimited:
      'The daily limit of the language model is reached: headings are the visitors’ own questions.',
    unreadable:
      'The answer of the language model could not be read; headings are the visitors’ own questions.',
    cut: (logs) => `The window holds more logs than are read; the newest ${logs} were.`,
    leftOut: (asks) =>
      `${plural(asks, 'further ask')} with rare wordings ${asks === 1 ? 'was' : 'were'} not grouped.`,
    technical: (answers) =>
      `${plural(answers, 'answer')} failed or hit a limit and say nothing about the articles.`,
    checksStopped: 'Asking again was stopped because no answer can be had now; the next analysis continues.',
    noHost: 'The list of articles could not be read, so gaps were not checked against it.',
    more: (gaps) =>
      `${plural(gaps, 'smaller gap')} ${gaps === 1 ? 'is' : 'are'} not in this report, but in the list of gaps.`,
  },
  details: {
    created: (days) => plural(days, 'day'),
    collected: (logs, searches) =>
      `${plural(logs, 'log')}, ${plural(searches, 'search', 'searches')} without a result`,
    prepared: (clusters, checked) =>
      `${plural(clusters, 'group')} of open questions, ${plural(checked, 'gap')} asked again`,
    phrased: (byModel) => (byModel ? 'Worded by the language model' : 'Worded without a language model'),
    saved: (gaps) => plural(gaps, 'gap'),
  },
};

const zh: Texts = {
  steps: ['创建任务', '收集提问与搜索', '归类并匹配文章', '生成报告', '校验并保存', '完成'],
  failedStep: '内容缺口任务',
  reasons: list(
    {
      not_covered: '无相关内容',
      disliked: '差评',
      partial: '部分回答',
      no_citation: '没有来源',
      empty_search: '搜索无结果',
    },
    (n, name) => `${name} ${n} 次`,
    '，',
  ),
  evidence: (question, asks, reasons) => `“${question}”（共 ${asks} 次：${reasons}）`,
  counted: (asks, visitors, reasons) =>
    `共被问到 ${asks} 次${visitors > 1 ? `，来自 ${visitors} 位访客` : ''}：${reasons}。`,
  answeredToo: (times) => `同样的问题另有 ${times} 次得到了满意的回答。`,
  nearest: (title, covered) =>
    covered ? `最接近的文章是《${title}》。` : `最接近的《${title}》也没有讲到。`,
  actions: {
    new_article: () => '写一篇文章回答这些问题。',
    update_article: (article) => `在《${article}》中补充答案。`,
    faq: (article) => `补充一条简短的问答，例如放在《${article}》里。`,
    internal_link: (article) => `在《${article}》中写上访客使用的说法，并从他们查找的地方链接过来。`,
  },
  section: (article) => `在《${article}》中新增一节`,
  about: (terms) => `主要内容：${terms}`,
  update: (questions) => `正面回答：${questions}`,
  nothing: (logs) => `在 ${logs} 条日志中没有发现未解决的问题。`,
  summary: (gaps, high, logs, closed) =>
    `从 ${logs} 条日志中发现 ${gaps} 个内容缺口，其中高优先级 ${high} 个。` +
    (closed > 0 ? `另有 ${closed} 个缺口已解决。` : ''),
  next: {
    first: (title) => `先处理：${title}`,
    updates: (articles) => `补充 ${articles} 篇访客已经能找到的文章。`,
    again: '发布之后再次运行分析：它会重新提问，已能回答的缺口会标为已解决。',
    nothing: '暂时无需处理；有更多提问后再运行分析。',
  },
  limits: {
    noModel: '没有连接语言模型：标题直接取自访客的提问。',
    modelFailed: () => '语言模型没能生成报告（原因见“用量与限额”页），标题直接取自访客的提问。',
    modelLimited: '语言模型已达到每日限额：标题直接取自访客的提问。',
    unreadable: '语言模型的回复无法解析，标题直接取自访客的提问。',
    cut: (logs) => `时间范围内的日志超过可读取的数量，只读取了最新的 ${logs} 条。`,
    leftOut: (asks) => `另有 ${asks} 次少见问法的提问没有归类。`,
    technical: (answers) => `有 ${answers} 次回答因故障或限额中断，与文章内容无关，未计入。`,
    checksStopped: '当前无法得到回答，重新提问已中止，下次分析会继续。',
    noHost: '无法读取文章列表，未能据此检查缺口。',
    more: (gaps) => `还有 ${gaps} 个较小的缺口未列入报告，可在缺口列表中查看。`,
  },
  details: {
    created: (days) => `${days} 天`,
    collected: (logs, searches) => `${logs} 条日志，${searches} 次无结果搜索`,
    prepared: (clusters, checked) => `${clusters} 组未解决的问题，重新提问 ${checked} 个缺口`,
    phrased: (byModel) => (byModel ? '由语言模型撰写' : '未使用语言模型撰写'),
    saved: (gaps) => `${gaps} 个缺口`,
  },
};

export const texts: Readonly<Record<InterfaceLanguage, Texts>> = { zh, en };
