import type { Citation, Place } from '../../../../contract/articles/articles.ts';
import { readableText } from '../../../markup/readable-text.ts';
import { sentences } from '../../../text/sentences.ts';
import { bare, truncate } from '../../../text/text.ts';
import { linearise } from '../../../markup/tables.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import type { Passage } from '../../knowledge/knowledge.ts';
import type { ChatDeps } from '../question.ts';
import { closestSentence } from './attribution.ts';

const mostPlaces = 3;
const lineLength = 160;

/** The criteria by which the line of a place is chosen. */
export interface Sought {
  readonly question: string;
  /** Patterns of what is looked up: a line that shows it comes first. */
  readonly shown?: readonly RegExp[] | undefined;
}

/**
 * Up to three places of retrieved passages, best first, each section once, without a section that was already quoted.
 */
export function placesOf(
  passages: readonly Passage[],
  sought: Sought,
  quoted?: Pick<Place, 'postId' | 'anchor'>,
): Place[] {
  const seen = new Set(quoted ? [`${quoted.postId} ${quoted.anchor}`] : []);
  const places: Place[] = [];
  for (const { articleId: postId, title, url, source, headingPath, anchor, text } of passages) {
    const key = `${postId} ${anchor}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const heading = headingPath.at(-1);
    places.push({
      postId,
      title,
      url,
      ...(source !== undefined && { source }),
      ...(heading && heading !== title && { heading }),
      ...(anchor && { anchor }),
      line: lineOf(text, sought),
    });
    if (places.length === mostPlaces) break;
  }
  return places;
}

/** Up to three places for a question that nothing answers: the best place of each article first, then further ones in their order. */
export function closestPlaces(passages: readonly Passage[], sought: Sought): Place[] {
  const seen = new Set<string>();
  const [firsts, others]: [Passage[], Passage[]] = [[], []];
  for (const passage of passages) {
    (seen.has(passage.articleId) ? others : firsts).push(passage);
    seen.add(passage.articleId);
  }
  return placesOf([...firsts, ...others], sought);
}

/** Number of further articles named below the closest places. */
const mostFurther = 3;

/** The next articles besides those of the places: by title, for more cards would tell no more. */
export function furtherArticles(passages: readonly Passage[], places: readonly Place[]): Citation[] {
  const shown = new Set(places.map(({ postId }) => postId));
  const further = new Map<string, Citation>();
  for (const { articleId: postId, title, url, source, anchor } of passages) {
    if (shown.has(postId) || further.has(postId)) continue;
    further.set(postId, {
      postId,
      title,
      url,
      ...(source !== undefined && { source }),
      ...(anchor && { anchor }),
    });
  }
  return [...further.values()].slice(0, mostFurther);
}

/**
 * The places under the headings that their lines stand under: a passage of several short sections is named after one of them. A line
 * that is a heading itself gives way to what stands below it; each section stays once, without one that was quoted.
 */
export async function inTheirSections(
  places: readonly Place[],
  question: string,
  blocks: ChatDeps['blocks'],
  quoted?: Pick<Place, 'postId' | 'anchor'>,
): Promise<Place[]> {
  const known = await blocks([...new Set(places.map(({ postId }) => postId))]);
  const seen = new Set(quoted ? [`${quoted.postId} ${quoted.anchor}`] : []);
  return places
    .map((place) => inItsSection(place, known.get(place.postId) ?? [], question))
    .filter(({ postId, anchor = '' }) => {
      const key = `${postId} ${anchor}`;
      return !seen.has(key) && seen.add(key);
    });
}

function inItsSection(place: Place, blocks: readonly TaskBlock[], question: string): Place {
  if (place.line === '') return withFirstLine(place, blocks, question);
  const line = bare(place.line);
  const under = blocks.find(({ headingPath }) => bare(headingPath.at(-1) ?? '') === line);
  const own = under ?? blocks.find((block) => bare(spoken(block)).includes(line));
  if (own === undefined) return place;
  const { heading: _, anchor: _before, ...rest } = place;
  const heading = own.headingPath.at(-1);
  return {
    ...rest,
    ...(heading && heading !== place.title && { heading }),
    ...(own.anchor && { anchor: own.anchor }),
    line: under ? lineOf(spoken(under), { question }) || place.line : wholeLine(place.line, own),
  };
}

/** A place of which only code was found, with a line of the prose of its section. */
function withFirstLine(place: Place, blocks: readonly TaskBlock[], question: string): Place {
  const { anchor = '' } = place;
  const prose = blocks.find((block) => block.anchor === anchor && block.kind !== 'code');
  return prose === undefined ? place : { ...place, line: lineOf(spoken(prose), { question }) };
}

/**
 * The sentence, item or row of the block that a line is part of, since a passage may begin or end within one; the line where that is too
 * long. An item has no mark, and the first cell of a row names it without the name of its column.
 */
function wholeLine(line: string, block: TaskBlock): string {
  const part = bare(line);
  const lines =
    block.kind === 'table' ? spoken(block).split('\n') : sentences(spoken(block)).map(({ text }) => text);
  const whole = lines.find((text) => bare(text).includes(part)) ?? line;
  const shown = whole.length <= lineLength ? whole : line;
  switch (block.kind) {
    case 'table':
      return shown.replace(/^[^:;]*: (?=[^;]+;)/, '');
    case 'list':
      return shown.replace(/^\s*(?:[-*+•]|\d{1,3}[.)、])\s+/, '').replace(/\s+/g, ' ');
    default:
      return shown.replace(/^[\s>#+-]+/, '').replace(/\s+/g, ' ');
  }
}

/** A block without its marks, a table as passages have it: a line per row with the names of the columns. */
function spoken({ kind, markdown }: TaskBlock): string {
  const text = markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/[*`]+/g, '');
  if (kind !== 'table') return text;
  const [header = [], , ...rows] = text.split('\n').map(cellsOf);
  return linearise(header, rows);
}

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

/** The sentence of the prose nearest to the question, of those that show what is looked up; otherwise the first one. Nothing where all is code. */
function lineOf(text: string, { question, shown = [] }: Sought): string {
  const prose = readableText(text).lines.join('\n');
  const showing = sentences(prose).filter((one) => shown.some((pattern) => pattern.test(one.text)));
  const from = showing.length > 0 ? showing.map((one) => one.text).join('\n') : prose;
  const sentence = closestSentence(from, question) || (sentences(from)[0]?.text ?? '');
  return truncate(sentence.replace(/\s+/g, ' ').trim(), lineLength, '…');
}
