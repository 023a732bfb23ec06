import type { Dataset, EvaluationCase } from '../../../contract/evaluations/evaluations.ts';

type Row = readonly [question: string, reference: string, sources: readonly string[], tags: string];

/** Questions about the handbook, the sample site; the last one of each language has no answer there. */
const english: readonly Row[] = [
  [
    'How do I limit what visitors can spend?',
    'Send one request to POST /usage/limits: answers per address and hour or day, and a daily token ceiling for each model.',
    ['Limiting what visitors can spend'],
    'limits',
  ],
  [
    'Which commands install and start Docent?',
    'npm ci and then npm start, in the folder of the project.',
    ['First start in five minutes'],
    'start',
  ],
  [
    'When does a session of the administrator end?',
    '14 days after its last use, when he signs out, and when the password changes.',
    ['Administrator access'],
    'access',
  ],
  [
    'How many sign-in attempts does an address have?',
    '10 attempts in 15 minutes; an IPv6 address counts by its /64 network.',
    ['Administrator access'],
    'access',
  ],
  [
    'What do I have to back up?',
    'The data folder, the PostgreSQL database if there is one, and the content folder; besides these the models file and the environment with the keys.',
    ['Backup, restore, upgrade'],
    'operation',
  ],
  [
    'How long are chat logs kept?',
    '180 days unless privacy.logRetentionDays says otherwise; 0 keeps them until they are deleted.',
    ['Chat logs, feedback and privacy'],
    'privacy',
  ],
  [
    'What does the answer state not_covered mean?',
    'The site does not answer the question; nearest may list the nearest articles.',
    ['Citations, checked marks and "not covered"'],
    'answers',
  ],
  [
    'How do I rebuild the whole index?',
    'Call POST /knowledge/reindex; the progress is a stream. The old index serves until the new one is whole.',
    ['The knowledge index'],
    'index',
  ],
  [
    'Which variable points at the folder with my Markdown articles?',
    'DOCENT_CONTENT_DIR.',
    ['Publishing a folder of Markdown', 'First start in five minutes'],
    'publishing',
  ],
  [
    'How do I add the widget to a page of my site?',
    'With one script tag that loads widget.js from the service.',
    ['Putting the widget on a site'],
    'widget',
  ],
  [
    'What can the built-in chat model not do?',
    'Combine articles into new statements, follow a system prompt, use the conversation, answer in another language, or show reasoning.',
    ['Built-in models, and what they cannot do'],
    'models',
  ],
  [
    'Does the handbook name a good recipe for sourdough bread?',
    'The site does not answer this.',
    [],
    'uncovered',
  ],
];

const chinese: readonly Row[] = [
  [
    '怎么限制访客用量？',
    '向 POST /usage/limits 发一个请求：设定每个地址每小时、每天的回答次数，以及每个模型每天的 token 上限。',
    ['限制访客用量'],
    '限额',
  ],
  [
    '管理员会话多久失效？',
    '最后一次使用 14 天后失效；退出登录、修改密码也会使它失效。',
    ['管理员访问：令牌、密码与会话'],
    '登录',
  ],
  [
    '忘了管理员密码怎么办？',
    '停掉服务，设置 DOCENT_ADMIN_PASSWORD 再启动，运维设置的密码优先。',
    ['管理员访问：令牌、密码与会话'],
    '登录',
  ],
  [
    '服务运行时怎样复制 SQLite 数据库？',
    '不要只复制 docent.sqlite，用 sqlite3 的 .backup 命令做一份一致的副本。',
    ['备份、恢复与升级'],
    '运维',
  ],
  [
    '问答日志默认保留多少天？',
    '默认 180 天，可用 privacy.logRetentionDays 修改，0 表示保留到手动删除。',
    ['问答日志、反馈与隐私'],
    '隐私',
  ],
  [
    'nginx 前面的反向代理读超时要设多少？',
    '至少 300 秒，并且不缓冲流式响应，把访客真实地址传过来。',
    ['反向代理：nginx 与 Caddy'],
    '运维',
  ],
  [
    '怎么连接 DeepSeek？',
    '在模型文件里写一个 provider 为 openai-compatible 的对话模型，密钥放在 apiKeyEnv 指明的环境变量，用 DOCENT_MODELS_FILE 指明文件，再重新启动。',
    ['连接模型'],
    '模型',
  ],
  [
    '混合检索里向量所占的份额是哪个设置？',
    'retrieval.semanticWeight，默认 0.7。',
    ['答案是怎么找到的'],
    '检索',
  ],
  [
    '关键词搜索接口要花模型的钱吗？',
    '不花钱，关键词结果不调用模型；AI 回答要调用模型。',
    ['搜索框与 AI 回答'],
    '搜索',
  ],
  [
    '什么时候需要 PostgreSQL？',
    '需要多个进程服务同一个站点，或者已经有一套维护 PostgreSQL 的办法时。',
    ['PostgreSQL 与多副本'],
    '运维',
  ],
  [
    '怎样把问答小组件放到自己的网页上？',
    '在页面里加一个 script 标签，从服务加载 widget.js。',
    ['把小组件放到网站上'],
    '小组件',
  ],
  ['手册里有红烧肉的做法吗？', '本站没有回答这个问题。', [], '未覆盖'],
];

const caseOf =
  (language: string) =>
  ([question, referenceAnswer, sources, tag]: Row, place: number): EvaluationCase => ({
    id: `handbook-${language}-${String(place + 1).padStart(2, '0')}`,
    question,
    referenceAnswer,
    expectedSources: [...sources],
    tags: [language, tag],
  });

/** The dataset that every service starts with. */
export const builtinDataset: Dataset = {
  id: 'blog-knowledge-basic',
  name: 'Handbook basics / 手册基础问答',
  description:
    'Questions in English and Chinese about the handbook that Docent shows as its sample site. Use it as a pattern for your own. 以示例站点（手册）为题的中英文问题，可作为自建数据集的样板。',
  defaultDataset: true,
  updatedAt: '',
  cases: [...english.map(caseOf('en')), ...chinese.map(caseOf('zh'))],
};
