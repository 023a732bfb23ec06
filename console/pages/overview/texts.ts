import { formatNumber, formatPercent, plural } from '../../text/format.ts';
import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Overview',
    intro: 'How your assistant is doing.',
    first: 'First steps',
    firstDone: 'First steps: all done',
    stepsDone: (done: number, all: number) => `${done} of ${all} done`,
    stepDone: 'Done',
    stepOpen: 'To do',
    steps: {
      site: {
        title: 'Connect your site',
        sample: (count: string) =>
          `This is the sample site: the Docent handbook with ${count} articles. Visitors get answers about Docent until you connect your own site.`,
        done: (count: number, title: string) =>
          `${plural(count, 'published article', 'published articles')} found on “${title}”.`,
        todo: 'No published articles found.',
        folder: 'Content folder:',
        named: 'Its file site.yaml names the site and the questions that the front page offers.',
        how: 'On the machine that runs Docent, open a terminal and run the first command: it asks for your site and your model. Or start Docent with a folder of Markdown files or the address of your site:',
        link: 'Open System',
      },
      model: {
        title: 'Connect a language model',
        done: (name: string) => `Using ${name}.`,
        todo: 'No language model is connected yet. Docent answers, but only quotes sentences from your articles.',
        link: 'Open Models',
      },
      test: {
        title: 'Ask a test question',
        text: 'See the answer a visitor would get, and how it was produced.',
        link: 'Open Debug trace',
      },
      embed: {
        title: 'Add the widget to your site',
        text: 'Paste this line into the HTML of your pages, right before </body>:',
        own: 'The pages that Docent serves have the widget already; open the site and ask. For other pages, paste this line into their HTML, right before </body>:',
        allow: 'It works on pages at this address and on the connected site. Allow any other site first:',
        link: 'Allowed sites',
        done: 'Visitors are asking questions. To add the widget to more pages, paste this line into their HTML, right before </body>:',
        origin:
          'The line has the address that you are using now. If visitors reach Docent at another address, start Docent with DOCENT_PUBLIC_ORIGIN set to it.',
      },
    },
    attentionTitle: 'Needs attention',
    attention: {
      host: (reason: string, since: string) =>
        `The site cannot be reached${since === '' ? '' : ` since ${since}`}: ${reason}`,
      warning: {
        disk_full: () => 'The disk is full. Nothing can be saved until there is free space.',
        database_unreachable: () => 'The database cannot be reached. Nothing can be saved until it is back.',
        models_file: () => 'The models file cannot be read, so the models before its last change are in use.',
        config_unreadable: (names: string) =>
          `Some stored settings cannot be read (${names}). Defaults apply until you save them again.`,
        data_readable: () => 'Other users of this machine can read the data folder. Set its mode to 0700.',
      },
      held: (count: number) =>
        `${plural(count, 'article', 'articles')} disappeared from the site at once and are kept in the index until you confirm.`,
      origin: (origin: string, count: number, last: string) =>
        `Pages of ${origin} asked ${plural(count, 'time', 'times')} and were refused, last at ${last}. Allow the site if it is yours.`,
      ceilingUsed: (model: string) =>
        `The daily token ceiling of ${model} is used up. Visitors are refused until tomorrow.`,
      ceilingNear: (model: string, percent: number) =>
        `${model} has used ${formatPercent(percent / 100)} of its daily token ceiling.`,
      model: (model: string, failures: number, calls: number) =>
        `${model} is failing: ${formatNumber(failures)} of ${plural(calls, 'call', 'calls')} failed today.`,
      indexFailed: (count: number) => `${plural(count, 'article', 'articles')} could not be indexed.`,
      leftOut: (count: number, path: string, reason: string) =>
        `${plural(count, 'file is', 'files are')} left out, first ${path}: ${reason}`,
      rebuild: (planned: string) =>
        planned === ''
          ? 'The index is outdated: it was built with other chunking settings.'
          : `A rebuild is needed to switch to ${planned}.`,
      links: {
        warning: 'View system',
        held: 'Go to index',
        origin: 'Allowed sites',
        host: 'View site status',
        ceiling: 'Change limits',
        model: 'View failures',
        indexFailed: 'View articles',
        leftOut: 'View files',
        rebuild: 'Go to index',
      },
    },
    allow: 'Allow',
    allowed: (origin: string) => `Pages of ${origin} may ask now.`,
    index: 'Indexed articles',
    articles: (indexed: number, total: number) => `${formatNumber(indexed)} of ${formatNumber(total)}`,
    passages: (count: number) => plural(count, 'passage', 'passages'),
    failedArticles: (count: number) => `${formatNumber(count)} failed`,
    questions: 'Questions today',
    yesterday: (count: number) => `${formatNumber(count)} yesterday`,
    week: (count: number) => `${formatNumber(count)} in the last 7 days`,
    disliked: 'Disliked, last 30 days',
    ofRated: (percent: number) => `${formatPercent(percent / 100)} of rated answers`,
    noneRated: 'No answer rated yet',
    spend: 'Tokens today',
    calls: (count: number) => plural(count, 'call', 'calls'),
    notCovered: 'Not covered',
    notCovered30: 'Unanswered, last 30 days',
    toGaps: 'View content gaps',
    activity: 'Last 14 days',
    charts: { questions: 'Questions', answered: 'Answered share', cost: 'Cost' },
    answeredDay: 'Answered',
    otherOutcomes: 'Other outcomes',
    chartLabel: (chart: string) => `Bar chart of the last 14 days: ${chart}`,
    quiet: 'No questions in the last 14 days. Add the widget to your site, or ask one on the site itself.',
    noPrices: 'No prices are set in the models file, so no cost is known.',
    asTable: 'View as table',
    day: 'Day',
    latest: 'Latest questions',
    allLogs: 'View all',
    noQuestions: 'No questions yet. They appear here as soon as a visitor asks.',
    switches: 'Quick switches',
    switch: {
      chat: 'Visitor chat',
      search: 'Search answer',
      mindmap: 'Mind maps',
      excerpt: 'Automatic excerpts',
    },
    version: (version: string) => `Docent ${version}`,
  },
  zh: {
    title: '概览',
    intro: '助手的运行情况。',
    first: '开始使用',
    firstDone: '开始使用：已全部完成',
    stepsDone: (done: number, all: number) => `已完成 ${done} / ${all}`,
    stepDone: '已完成',
    stepOpen: '待完成',
    steps: {
      site: {
        title: '连接你的站点',
        sample: (count: string) =>
          `当前是示例站点：Docent 手册，共 ${count} 篇文章。连接自己的站点之前，访客得到的是关于 Docent 的回答。`,
        done: (count: number, title: string) => `在“${title}”找到 ${formatNumber(count)} 篇已发布文章。`,
        todo: '没有找到已发布的文章。',
        folder: '内容目录：',
        named: '站点标题和首页的示例问题写在其中的 site.yaml 里。',
        how: '在运行 Docent 的机器上打开终端，执行第一条命令，按提示填写站点和模型；也可以用一个 Markdown 目录或站点的地址来启动 Docent：',
        link: '打开“系统”',
      },
      model: {
        title: '连接语言模型',
        done: (name: string) => `正在使用 ${name}。`,
        todo: '尚未连接语言模型。Docent 可以回答，但只能摘录文章中的原句。',
        link: '打开“模型”',
      },
      test: {
        title: '试问一个问题',
        text: '查看访客会得到的回答，以及它是怎样得出的。',
        link: '打开“调试追踪”',
      },
      embed: {
        title: '在站点上添加小组件',
        text: '把这一行粘贴到网页的 HTML 中，放在 </body> 之前：',
        own: 'Docent 提供的页面已带有小组件，打开站点即可提问。要放到其他页面，把这一行粘贴到网页的 HTML 中，放在 </body> 之前：',
        allow: '在这个地址和已接入的站点上可以直接使用。其他站点需要先允许：',
        link: '允许的站点',
        done: '已有访客提问。要放到更多页面，把这一行粘贴到网页的 HTML 中，放在 </body> 之前：',
        origin:
          '这一行用的是你当前访问的地址。如果访客通过其他地址访问 Docent，启动时请把 DOCENT_PUBLIC_ORIGIN 设为那个地址。',
      },
    },
    attentionTitle: '需要处理',
    attention: {
      host: (reason: string, since: string) =>
        `${since === '' ? '' : `自 ${since} 起`}无法连接站点：${reason}`,
      warning: {
        disk_full: () => '磁盘已满，腾出空间之前无法保存任何内容。',
        database_unreachable: () => '无法连接数据库，恢复之前无法保存任何内容。',
        models_file: () => '模型文件无法读取，仍在使用修改之前的模型。',
        config_unreadable: (names: string) =>
          `部分已保存的设置无法读取（${names}），重新保存之前使用默认值。`,
        data_readable: () => '本机的其他用户可以读取数据目录，请将其权限设为 0700。',
      },
      held: (count: number) => `有 ${formatNumber(count)} 篇文章同时从站点消失，在你确认之前保留在索引中。`,
      origin: (origin: string, count: number, last: string) =>
        `${origin} 的页面提问了 ${formatNumber(count)} 次并被拒绝，最近一次在 ${last}。如果这是你的站点，请允许它。`,
      ceilingUsed: (model: string) => `${model} 今天的 token 上限已用完，明天之前访客的提问会被拒绝。`,
      ceilingNear: (model: string, percent: number) =>
        `${model} 已用掉每日 token 上限的 ${formatPercent(percent / 100)}。`,
      model: (model: string, failures: number, calls: number) =>
        `${model} 出现故障：今天 ${formatNumber(calls)} 次调用中有 ${formatNumber(failures)} 次失败。`,
      indexFailed: (count: number) => `有 ${formatNumber(count)} 篇文章未能索引。`,
      leftOut: (count: number, path: string, reason: string) =>
        `有 ${formatNumber(count)} 个文件被跳过，例如 ${path}：${reason}`,
      rebuild: (planned: string) =>
        planned === '' ? '索引已过时：它是用其他分段设置建立的。' : `需要重建索引才能切换到 ${planned}。`,
      links: {
        warning: '查看系统',
        held: '前往索引',
        origin: '允许的站点',
        host: '查看站点状态',
        ceiling: '修改限额',
        model: '查看失败原因',
        indexFailed: '查看文章',
        leftOut: '查看文件',
        rebuild: '前往索引',
      },
    },
    allow: '允许',
    allowed: (origin: string) => `${origin} 的页面现在可以提问。`,
    index: '已索引文章',
    articles: (indexed: number, total: number) => `${formatNumber(indexed)} / ${formatNumber(total)}`,
    passages: (count: number) => `${formatNumber(count)} 个片段`,
    failedArticles: (count: number) => `失败 ${formatNumber(count)}`,
    questions: '今日提问',
    yesterday: (count: number) => `昨日 ${formatNumber(count)}`,
    week: (count: number) => `最近 7 天 ${formatNumber(count)}`,
    disliked: '最近 30 天差评',
    ofRated: (percent: number) => `占已评价回答的 ${formatPercent(percent / 100)}`,
    noneRated: '还没有评价',
    spend: '今日 token',
    calls: (count: number) => `${formatNumber(count)} 次调用`,
    notCovered: '无相关内容',
    notCovered30: '最近 30 天无相关内容',
    toGaps: '查看内容缺口',
    activity: '最近 14 天',
    charts: { questions: '提问数', answered: '回答率', cost: '费用' },
    answeredDay: '已回答',
    otherOutcomes: '其他结果',
    chartLabel: (chart: string) => `最近 14 天的柱状图：${chart}`,
    quiet: '最近 14 天没有提问。请在站点上添加小组件，或在站点上问一个问题。',
    noPrices: '模型文件中没有价格，因此无法计算费用。',
    asTable: '查看表格',
    day: '日期',
    latest: '最新提问',
    allLogs: '查看全部',
    noQuestions: '还没有提问。访客提问后会显示在这里。',
    switches: '快捷开关',
    switch: { chat: '访客问答', search: '搜索回答', mindmap: '思维导图', excerpt: '自动摘要' },
    version: (version: string) => `Docent ${version}`,
  },
});
