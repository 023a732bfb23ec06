import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CaseResult, RunReport } from '../../../../contract/evaluations/report.ts';
import { busy, notFound } from '../../../kit/fault.ts';
import { check } from './check.ts';
import { summaryOf } from '../summary.ts';
import { builtinDataset } from '../template.ts';

const results = (hit: boolean): CaseResult[] => [
  {
    id: 'a',
    question: 'Q?',
    referenceAnswer: '',
    expectedSources: ['a'],
    tags: [],
    answer: 'A.',
    retrievedDocuments: [],
    retrieval: { hit, firstHitRank: 1, precisionAt5: 0.2, matchedSources: [], topSources: [] },
    judge: {
      relevance: 4,
      correctness: 4,
      faithfulness: 4,
      completeness: 4,
      citationAccuracy: 4,
      hallucinationRisk: 'low',
      reason: '',
      totalScore: 4,
    },
    latencyMs: 1,
  },
];

const report = (runId: string, hit: boolean): RunReport => ({
  runId,
  name: runId,
  startedAt: '',
  durationMs: 1,
  status: 'completed',
  summary: summaryOf(results(hit)),
  results: results(hit),
});

/** A service whose next run finds its source or not, with one earlier run that did. */
function service(hit: boolean) {
  const started: string[] = [];
  const known = new Map([
    ['eval-base', report('eval-base', true)],
    ['eval-next', report('eval-next', hit)],
  ]);
  return {
    started,
    datasets: {
      one: async (id: string) => {
        if (id !== builtinDataset.id) throw notFound('Dataset');
        return builtinDataset;
      },
    },
    runs: {
      start: async ({ datasetId }: { datasetId: string }) => {
        started.push(datasetId);
        return { runId: 'eval-next', status: 'running' as const };
      },
      ended: async () => {},
      report: async (id: string) => {
        const found = known.get(id);
        if (!found) throw notFound('Run');
        return found;
      },
    },
  };
}

const request = { dataset: builtinDataset.id, maxDrop: 2 };
const exported = JSON.stringify(report('eval-base', true));

test('a check without a baseline shows the figures and gives the report to keep', async () => {
  const { exitCode, lines, report: kept = '' } = await check(service(true), request);
  expect(exitCode).toBe(0);
  expect(lines).toEqual(expect.arrayContaining(['eval-next: completed', '  avgScore: 4', '  ndcg: unknown']));
  expect(JSON.parse(kept)).toMatchObject({ runId: 'eval-next' });
});

test.each([
  ['an earlier run', 'eval-base'],
  ['an exported report', exported],
])(
  'EV16: a check against %s ends with 0 when nothing fell, and with 1 when something did',
  async (_, baseline) => {
    expect(await check(service(true), { ...request, baseline })).toMatchObject({ exitCode: 0 });
    const worse = await check(service(false), { ...request, baseline });
    expect(worse.exitCode).toBe(1);
    expect(worse.lines.slice(-2)).toEqual([
      'regressed against eval-base',
      '  retrievalHitRate: 100 → 0 (100 points, 2 allowed)',
    ]);
  },
);

test.each([
  ['a dataset', { ...request, dataset: 'gone' }, 'Dataset not found'],
  ['a run', { ...request, baseline: 'eval-gone' }, 'Run not found'],
  ['a report', { ...request, baseline: '{"runId": 5}' }, 'not the exported report'],
  ['JSON', { ...request, baseline: '{no' }, 'not the exported report'],
])('EV16: a check of what is no %s ends with 2 and spends nothing', async (_, wrong, line) => {
  const running = service(true);
  expect(await check(running, wrong)).toEqual({ exitCode: 2, lines: [expect.stringContaining(line)] });
  expect(running.started).toEqual([]);
});

test('a check that may not run ends with 2', async () => {
  const running = service(true);
  const start = async () => {
    throw busy('At most 2 evaluations run at once');
  };
  expect(await check({ ...running, runs: { ...running.runs, start } }, request)).toEqual({
    exitCode: 2,
    lines: ['At most 2 evaluations run at once'],
  });
});

test('the built-in set expects articles that the handbook has', () => {
  const handbook = join(import.meta.dirname, '../../../../handbook');
  const titles = ['en', 'zh'].flatMap((language) =>
    readdirSync(join(handbook, language)).map((name) =>
      /^title: (.*)$/m.exec(readFileSync(join(handbook, language, name), 'utf8'))?.[1]?.trim(),
    ),
  );
  const expected = builtinDataset.cases.flatMap(({ expectedSources }) => expectedSources);
  expect(expected.filter((title) => !titles.includes(title))).toEqual([]);
});
