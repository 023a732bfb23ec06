import process from 'node:process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerptLimits } from '../contract/excerpts.ts';
import { splitFrontMatter } from '../server/markup/front-matter.ts';
import { excerpt } from '../server/adapters/models/builtin/summaries/excerpt.ts';
import { supportOf } from '../server/text/support/support.ts';
import { allOf, proseOf } from '../server/features/excerpts/article-text.ts';
import { checkFaithfulness } from '../server/features/excerpts/faithfulness-check.ts';
import { extractBlocks } from '../server/features/knowledge/indexing/extract.ts';
import { sentences } from '../server/text/sentences.ts';
import { folder } from './retrieval/sets.ts';

/** An article with an abstract written by a person. */
interface Case {
  readonly title: string;
  readonly text: string;
  readonly reference: string;
}

/**
 * ROUGE-L (words, or Chinese characters) of the built-in model's excerpts against abstracts by people, beside that of
 * opening sentences of the same length; and the time. The handbook's descriptions are not part of their texts. In the
 * question sets the first paragraph serves as abstract: once removed from the article, and once left in place.
 */
export async function run(): Promise<void> {
  for (const language of ['en', 'zh']) await report(`handbook/${language}, descriptions`, handbook(language));
  for (const set of ['en-squad', 'zh-cmrc', 'site-howtocook-zh', 'site-handbook-en']) {
    const file = join(folder, set, 'corpus.jsonl');
    if (!existsSync(file)) console.log(`${set}: skipped, no such set`);
    else {
      await report(`${set}, leads taken away`, leads(file, false));
      await report(`${set}, leads in place`, leads(file, true));
    }
  }
  speed();
}

async function report(name: string, cases: readonly Case[]): Promise<void> {
  const review = async ({ title, text, reference }: Case) => {
    const blocks = extractBlocks({ format: 'markdown', text });
    const prose = proseOf(blocks).slice(0, excerptLimits.inputLength);
    const said = excerpt({ kind: 'excerpt', title, text: prose, maxLength: excerptLimits.length });
    const kept = await checkFaithfulness(said, {
      article: prose,
      supports: async (said) => said.map(supportOf({ title, text: allOf(blocks) })),
      maxLength: excerptLimits.length,
    });
    return { said, kept, opening: opening(prose), reference };
  };
  const made = await Promise.all(cases.map(review));
  const mean = (value: (one: (typeof made)[number]) => number) =>
    (made.reduce((sum, one) => sum + value(one), 0) / made.length).toFixed(3);
  console.log(
    `${name}: ROUGE-L ${mean((one) => rougeL(one.said, one.reference))}, opening sentences ` +
      `${mean((one) => rougeL(one.opening, one.reference))}, of ${made.length}`,
  );
  console.log(
    `${name}: ${mean((one) => one.said.length)} characters, torn ${mean((one) => Number(one.said.endsWith('…')))}, ` +
      `whole after the review ${mean((one) => Number(one.kept.ok && one.kept.text === one.said))}`,
  );
}

function handbook(language: string): Case[] {
  const articles = join(import.meta.dirname, '../handbook', language);
  return readdirSync(articles).flatMap((name) => {
    const split = splitFrontMatter(readFileSync(join(articles, name), 'utf8'));
    return split.ok
      ? [
          {
            title: String(split.data['title']),
            text: split.body,
            reference: String(split.data['description']),
          },
        ]
      : [];
  });
}

/** Articles whose first paragraph is prose as long as an excerpt, and which are long enough without it. */
function leads(file: string, inPlace: boolean): Case[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { title, text }: Case = JSON.parse(line);
      if (/\(part (?!1\))/.test(title)) return [];
      const paragraphs = text.replace(/^#[^\n]*\n+/, '').split(/\n+/);
      const [lead = ''] = paragraphs.length > 1 ? paragraphs : sentences(text).map((one) => one.text);
      const rest = text.slice(text.indexOf(lead) + lead.length);
      const isLead = lead.length >= 20 && lead.length <= 800 && /^[^#\-*|!>[\d]/.test(lead);
      return isLead && rest.length >= 400 ? [{ title, text: inPlace ? text : rest, reference: lead }] : [];
    });
}

/** The first sentences that fit. */
function opening(prose: string): string {
  let text = '';
  for (const sentence of sentences(prose.replace(/^#.*$/gm, ''))) {
    if (text.length + sentence.text.length > excerptLimits.length) break;
    text += ` ${sentence.text}`;
  }
  return text.trim();
}

/** F1 of the longest common subsequence of words and Chinese characters (Lin 2004). */
function rougeL(candidate: string, reference: string): number {
  const [said, wanted] = [tokens(candidate), tokens(reference)];
  let row = Array.from({ length: wanted.length + 1 }, () => 0);
  for (const token of said) {
    const next = [0];
    wanted.forEach((other, place) =>
      next.push(token === other ? (row[place] ?? 0) + 1 : Math.max(row[place + 1] ?? 0, next[place] ?? 0)),
    );
    row = next;
  }
  const common = row.at(-1) ?? 0;
  return common === 0 ? 0 : (2 * common) / (said.length + wanted.length);
}

const tokens = (text: string) => text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];

/** Articles of 5,000 words, and of as many Chinese characters, made of sentences that share words as real ones do. */
function speed(): void {
  const subjects = [
    'index',
    'model',
    'article',
    'visitor',
    'answer',
    'passage',
    'setting',
    'limit',
    'token',
    'page',
  ];
  const pick = (step: number) => subjects[step % subjects.length] ?? '';
  const english = Array.from(
    { length: 420 },
    (_, step) =>
      `The ${pick(step)} of the site decides how each ${pick(step * 7 + 3)} is read when a ${pick(step * 3 + 1)} changes ${step} times.${step % 6 === 5 ? '\n\n' : ' '}`,
  ).join('');
  const chinese = Array.from(
    { length: 200 },
    (_, step) =>
      `第${step}篇文章说明了${'索引模型访客回答段落设置限额页面'.slice(step % 8, (step % 8) + 6)}怎样影响站点的检索结果和费用。`,
  ).join('');
  for (const [name, text] of [
    ['5,000 English words', english],
    ['5,000 Chinese characters', chinese],
  ] as const) {
    const times = Array.from({ length: 41 }, () => {
      const before = process.cpuUsage();
      const began = performance.now();
      excerpt({ kind: 'excerpt', title: 'How the index is kept', text, maxLength: excerptLimits.length });
      const { user, system } = process.cpuUsage(before);
      return { wall: performance.now() - began, processor: (user + system) / 1000 };
    });
    const median = (of: (one: (typeof times)[number]) => number) =>
      (times.map(of).toSorted((a, b) => a - b)[20] ?? 0).toFixed(1);
    console.log(
      `${name}: ${median(({ wall }) => wall)} ms, ${median(({ processor }) => processor)} ms of the processor (medians of 41)`,
    );
  }
}

if (import.meta.main) await run();
