import { guessLanguage } from '../../../../text/language.ts';
import { shortenTitle } from '../../../../text/shorten-title.ts';
import { outlineOf, type Section } from './outline-tree.ts';
import { textBlocks } from './text-blocks.ts';

interface OutlineSection {
  readonly heading: string;
  readonly summary: string;
  readonly children?: readonly OutlineSection[];
}

/**
 * Outline as JSON `{title, depth, summary, sections: [{heading, summary, children?}]}`: from a draft's headings, or its
 * sentences; for a bare topic the usual sections of an article.
 */
export function outline(text: string): string {
  const draft = titled(outlineOf('', textBlocks(text)));
  const title = shortenTitle(draft.heading || (draft.points[0] ?? text.trim()));
  const own =
    draft.sections.length > 0
      ? draft.sections.map((section) => sectionOf(section, 1))
      : sectionsOfPoints(draft.points);
  const sections = own.length > 1 ? own : frame(title, guessLanguage(text) === 'zh');
  return JSON.stringify({
    title,
    depth: Math.max(...sections.map(depthOf)),
    summary: draft.points[0] ?? '',
    sections,
  });
}

/** A single top heading is the title. */
function titled(tree: Section): Section {
  const [only, ...others] = tree.sections;
  return only !== undefined && others.length === 0 && tree.points.length === 0 ? only : tree;
}

const depthOf = ({ children = [] }: OutlineSection): number => 1 + Math.max(0, ...children.map(depthOf));

const DEEPEST = 3;

function sectionOf({ heading, points, sections }: Section, depth: number): OutlineSection {
  const children = depth < DEEPEST ? sections.map((section) => sectionOf(section, depth + 1)) : [];
  return { heading, summary: points[0] ?? '', ...(children.length > 0 ? { children } : {}) };
}

const sectionsOfPoints = (points: readonly string[]): OutlineSection[] =>
  points.map((point) => ({ heading: shortenTitle(point), summary: point }));

const frame = (topic: string, chinese: boolean): OutlineSection[] =>
  (chinese ? FRAME.zh : FRAME.en).map(([heading, summary]) => ({
    heading,
    summary: summary.replace('*', topic),
  }));

const FRAME = {
  zh: [
    ['背景', '为什么要谈“*”，读者会遇到什么问题。'],
    ['基本概念', '理解“*”需要知道的词和前提。'],
    ['具体做法', '按顺序说明“*”的步骤或要点。'],
    ['常见问题', '围绕“*”容易出错的地方和解决办法。'],
    ['小结', '用几句话回顾“*”的要点。'],
  ],
  en: [
    ['Background', 'Why "*" matters and which problem the reader has.'],
    ['Basics', 'The words and conditions one needs to know for "*".'],
    ['How it is done', 'The steps or main points of "*", in order.'],
    ['Common questions', 'What goes wrong with "*" and what helps.'],
    ['Summary', 'The main points of "*" in a few sentences.'],
  ],
} as const;
