import process from 'node:process';
import { RouteBody } from '../contract/intent-routes/route-fields.ts';
import { builtinRoutes } from '../server/features/intent-routes/builtin-routes.ts';
import { createPipeline } from '../server/features/intent-routes/pipeline/pipeline.ts';
import { createFacets } from '../server/features/intent-routes/pipeline/article-facets.ts';
import { createTriggerIndex } from '../server/features/intent-routes/matching/trigger-index.ts';
import { createTrace } from '../server/kit/trace.ts';
import type { ArticleHead } from '../server/ports/host.ts';

/**
 * Cost of intent routes per question: matching among 1,000 routes with 5 patterns each (target 1 ms), and running a
 * pipeline without a model over 10,000 articles (target 10 ms); mean processor time. DOCENT_BENCH_ROUTES and
 * DOCENT_BENCH_ARTICLES change the sizes.
 */

const routeCount = Number(process.env['DOCENT_BENCH_ROUTES'] ?? 1_000);
const articleCount = Number(process.env['DOCENT_BENCH_ARTICLES'] ?? 10_000);

export async function run(): Promise<void> {
  await matching();
  await pipelines();
}

async function matching(): Promise<void> {
  const subjects = [
    'docker',
    'backup',
    '数据库',
    '茶',
    'camera',
    'travel',
    '摄影',
    'garden',
    'rust',
    'music',
  ];
  const routes = Array.from({ length: routeCount }, (_, nth) => {
    const subject = subjects[nth % subjects.length] ?? '';
    return {
      triggerPatterns: [
        `${subject}${nth}`,
        `(?:list|show) .{0,20}${subject} no ?${nth}`,
        `${subject}.{0,20}(?:articles?|posts?) ${nth}`,
        `第${nth}(?:篇|章).{0,10}${subject}`,
        `(?:topic|话题)[- ]?${nth}`,
      ],
    };
  });
  const all = [...routes, ...builtinRoutes];
  line('index of the patterns', await meanOf(1, async () => createTriggerIndex(all)));
  const first = createTriggerIndex(all);

  const questions = [
    'How many grams of coffee do I need for a litre of water?',
    '怎样备份数据库，多久备份一次比较好？',
    'Which articles about docker and backup are there?',
    '最新的文章有哪些',
    `docker ${'and backup with a camera in the garden '.repeat(100)}`.slice(0, 4_000),
    `list of docker no${routeCount - 10}`,
    `第${routeCount - 8}篇关于数据库`,
  ];
  for (const question of questions) {
    line(
      `route of a question of ${question.length} characters, first time`,
      await meanOf(1, async () => first(question)),
    );
  }
  for (const question of questions) {
    line(
      `route of a question of ${question.length} characters`,
      await meanOf(500, async () => first(question)),
    );
  }
}

async function pipelines(): Promise<void> {
  const heads = Array.from({ length: articleCount }, (_, nth) => articleOf(nth));
  const facets = createFacets({ heads: async () => heads });
  line(`shelf of ${articleCount} articles`, await meanOf(1, facets));
  const noModel = { canAsk: async () => false, ask: () => Promise.reject(new Error('no model')) };
  const pipeline = createPipeline({ facets, askModel: noModel });
  const signal = new AbortController().signal;
  const cases = {
    latest: { question: '最新文章', steps: builtinRoutes[3]?.pipeline ?? [] },
    hot: { question: 'hot articles', steps: builtinRoutes[2]?.pipeline ?? [] },
    'by tag': { question: 'articles tagged tag 42', steps: builtinRoutes[1]?.pipeline ?? [] },
    'by category': { question: 'category 7 articles', steps: builtinRoutes[0]?.pipeline ?? [] },
    keyword: {
      question: 'anything on container number 17',
      steps: RouteBody.parse({
        displayName: 'x',
        pipeline: [{ type: 'KEYWORD_MATCH', params: { fields: 'title,content' } }, { type: 'VISIT_SORT' }],
      }).pipeline,
    },
  };
  for (const [name, { question, steps }] of Object.entries(cases)) {
    const run = () => pipeline(steps, { question, trace: createTrace(Date.now), signal });
    const { articles } = await run();
    line(`${name}: ${articles.length} of ${articleCount} articles`, await meanOf(100, run));
  }
}

function articleOf(nth: number): ArticleHead {
  const day = new Date(Date.UTC(2015, 0, 1) + ((nth * 7_919) % articleCount) * 3_600_000).toISOString();
  return {
    id: `a${nth}`,
    revision: String(nth),
    title: `Container number ${nth}: 关于数据库的第 ${nth % 97} 篇`,
    url: `/archives/a${nth}`,
    tags: [term(`tag ${nth % 300}`), term(`topic ${nth % 50}`)],
    categories: [term(`category ${nth % 20}`)],
    publishedAt: day,
    createdAt: day,
    modifiedAt: day,
    visits: (nth * 104_729) % 5_003,
    excerpt: `What article ${nth} tells about containers and databases.`,
    excerptIsManual: false,
    visibility: 'public',
  };
}

const term = (name: string) => ({ name, slug: name.replaceAll(' ', '-') });

/** Processor time of one run in milliseconds, so that a busy machine does not count. */
async function meanOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const begun = process.threadCpuUsage();
  for (let nth = 0; nth < times; nth += 1) await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000 / times;
}

function line(name: string, ms: number): void {
  process.stdout.write(`${name.padEnd(64)} ${ms.toFixed(3).padStart(9)} ms\n`);
}
