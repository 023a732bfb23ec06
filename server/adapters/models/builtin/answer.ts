import type { ChatTask } from '../../../ports/models.ts';
import { choose } from './choose.ts';
import type { Quote } from './choose.ts';
import { gapAfter } from './gap-after.ts';
import { readQuestion } from './question.ts';
import { INTRODUCES } from './together.ts';
import type { Unit } from './units.ts';
import { unitsOf } from './units.ts';
import { headingOf, weigh } from './weigh.ts';

/**
 * Answers a question with the sentences, list items and code of the passages that cover it best, each followed
 * by the mark of its article, in their own language; says plainly, in the question's language, when none does.
 */
export function answer(task: Extract<ChatTask, { kind: 'answer' }>): string {
  const question = readQuestion(task.question);
  const quotes = choose(weigh(unitsOf(task.passages), question), question, task.brief);
  return quotes.length === 0 ? NOT_ANSWERED[task.language] : quotes.map(quoteAsMarkdown).join('\n\n');
}

const NOT_ANSWERED = {
  zh: '本站的文章没有回答这个问题。',
  en: 'The articles on this site do not answer this question.',
};

/** Sentences run on, items stand in lines, code stands apart; a list that nothing introduces is named by its heading. */
function quoteAsMarkdown({ units }: Quote): string {
  let text = '';
  let caption = '';
  units.forEach((unit, place) => {
    const before = units[place - 1];
    const heading = headingOf(unit);
    if (unit.kind === 'item' && !continues(before, unit)) {
      text += before === undefined ? '' : '\n\n';
      if (heading !== caption && !isIntroduction(before)) text += `**${heading}**\n\n`;
      caption = heading;
    } else text += before === undefined ? '' : gapBetween(before, unit);
    text += unit.kind === 'code' ? unit.text : marked(unit, units[place + 1]);
  });
  return text;
}

const isIntroduction = (unit: Unit | undefined) => unit?.kind === 'sentence' && INTRODUCES.test(unit.text);

/** Whether a unit is a further item of the list before it. */
const continues = (before: Unit | undefined, unit: Unit) =>
  before?.kind === 'item' && headingOf(before) === headingOf(unit);

function gapBetween(before: Unit, unit: Unit): string {
  if (unit.kind === 'item') return '\n';
  if (unit.kind === 'code' || before.kind !== 'sentence') return '\n\n';
  return before.passage === unit.passage && before.block === unit.block ? gapAfter(before.text) : '\n\n';
}

/** An introduction stays open; the mark stands behind what it introduces, unless that is code. */
function marked({ kind, mark, text, article }: Unit, next: Unit | undefined): string {
  if (kind === 'sentence' && INTRODUCES.test(text) && next?.kind !== 'code') return text;
  return `${mark === '' ? '' : `${mark} `}${text}${gapAfter(text)}[${article}]`;
}
