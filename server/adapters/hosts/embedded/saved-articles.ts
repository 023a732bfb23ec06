import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeOldDrafts } from '../../../kit/files/draft-files.ts';
import { sha256 } from '../../../kit/ids.ts';
import type { Log } from '../../../ports/log.ts';
import { isMissingFile } from '../../../kit/files/missing-file.ts';
import { writeAtomically } from '../../atomic-file.ts';
import { readArticle, type SourceArticle } from './content/article.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';

/** Cache of parsed articles on the disk, so that a start only reads files that have changed since. */
export interface SavedArticles {
  /** Articles by path; none when there is no file, or it was written by a version that parses articles differently. */
  load(): Promise<Map<string, SourceArticle>>;
  /** Replaces the file, if there is a data folder. A failure is only logged as a warning. */
  save(articles: Iterable<SourceArticle>): Promise<void>;
}

/** Raise it when articles are parsed differently in a way that the sample does not detect. */
const layout = 3;

/** A file changed so recently may change again within the same tick of its time stamps, so it is read again. */
const settledMs = 2_000;
/** Articles written between two yields to the event loop. */
const atOnce = 100;

export const createSavedArticles = (deps: {
  readonly path: string;
  /** The content folder. */
  readonly root: string;
  readonly log: Log;
}): SavedArticles => {
  const { path, root, log } = deps;
  const head = JSON.stringify({ root, reading: readingFingerprint() });
  return {
    async load() {
      await removeOldDrafts(dirname(path)).catch(ignoreFailure);
      try {
        return await linesOf(path, head);
      } catch (error) {
        if (!isMissingFile(error))
          log.warn({ path, err: String(error) }, 'the saved articles cannot be used; all files are read');
        return new Map();
      }
    },
    async save(articles) {
      // A command on a database server may run without a data folder and must not create one.
      if (!existsSync(dirname(dirname(path)))) return;
      const now = Date.now();
      const settled = Iterator.from(articles).filter(({ file }) => now - file.modifiedAt > settledMs);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeAtomically(path, asLines(head, settled));
      } catch (error) {
        log.warn({ path, err: String(error) }, 'the articles that were read could not be saved');
      }
    },
  };
};

/** One line for the head, one for each article, and an empty one at the end. */
async function* asLines(head: string, articles: Iterator<SourceArticle>): AsyncGenerator<string> {
  yield `${head}\n`;
  for (let part = take(articles); part.length > 0; part = take(articles)) {
    yield part.map((article) => `${JSON.stringify(article)}\n`).join('');
    await yieldToEventLoop();
  }
}

const take = (articles: Iterator<SourceArticle>): SourceArticle[] => {
  const part: SourceArticle[] = [];
  while (part.length < atOnce) {
    const { done, value } = articles.next();
    if (done) break;
    part.push(value);
  }
  return part;
};

async function linesOf(path: string, head: string): Promise<Map<string, SourceArticle>> {
  const articles = new Map<string, SourceArticle>();
  await using file = await open(path);
  let isHead = true;
  for await (const line of file.readLines({ autoClose: false })) {
    if (isHead && line !== head) break;
    if (!isHead) {
      const article = JSON.parse(line) as SourceArticle;
      articles.set(article.file.path, article);
    }
    isHead = false;
  }
  return articles;
}

/** Fingerprint of how this version parses articles; saved articles with another fingerprint are not used. */
const readingFingerprint = (): string => {
  const file = { path: 'zh/2026-01-02-Sample post.md', size: 0, modifiedAt: 0, createdAt: 0, stamp: '' };
  return sha256(JSON.stringify([layout, readArticle(file, new TextEncoder().encode(sample))]));
};

const sample = `---
date: 2026-05-01 12:30
lastmod: 2026-05-02T08:00:00+08:00
tags: [News, "C++", 新闻]
categories: Guides
aliases: [/old/address]
private: false
---
# Sample · 示例

The first sentence. 第一句。

<!-- more -->

The second sentence.
`;

const ignoreFailure = () => undefined;
