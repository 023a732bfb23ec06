import type { Citation, Place } from '../../../../contract/articles/articles.ts';
import { readableText } from '../../../markup/readable-text.ts';
import { sentences } from '../../../text/sentences.ts';
import { truncate } from '../../../text/text.ts';
import type { QuotedPlace, TaskBlock } from '../../../ports/models.ts';
import type { Passage } from '../../knowledge/knowledge.ts';
import type { ChatDeps } from '../question.ts';
import { closestSentence } from './attribution.ts';

const mostPlaces = 3;
const lineLength = 160;

/**
 * Up to three places of retrieved passages, best first, each section once, without a section that was already quoted.
 */
export function placesOf(
  passages: readonly Passage[],
  question: string,
  quoted?: QuotedPlace & { readonly postId: string },
): Place[] {
  const seen = new Set(quoted ? [`${quoted.postId} ${quoted.anchor}`] : []);
  const places: Place[] = [];
  for (const { articleId: postId, title, url, headingPath, anchor, text } of passages) {
    const key = `${postId} ${anchor}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const heading = headingPath.at(-1);
    places.push({
      postId,
      title,
      url,
      ...(heading && { heading }),
      ...(anchor && { anchor }),
      line: lineOf(text, question),
    });
    if (places.length === mostPlaces) break;
  }
  return places;
}

/** An article whose best passage scores this share of the very best may be the right one. */
const nearShare = 0.6;

/**
 * Up to three places for a question that nothing answers: the best place of each article that comes near first, then further
 * ones in their order.
 */
export function closestPlaces(passages: readonly Passage[], question: string): Place[] {
  const least = nearShare * (passages[0]?.score ?? 0);
  const seen = new Set<string>();
  const [firsts, others]: [Passage[], Passage[]] = [[], []];
  for (const passage of passages) {
    (passage.score >= least && !seen.has(passage.articleId) ? firsts : others).push(passage);
    seen.add(passage.articleId);
  }
  return placesOf([...firsts, ...others], question);
}

/** Number of further articles named below the closest places. */
const mostFurther = 3;

/** The next articles that come near, besides those of the places: by title, for more cards would tell no more. */
export function furtherArticles(passages: readonly Passage[], places: readonly Place[]): Citation[] {
  const least = nearShare * (passages[0]?.score ?? 0);
  const shown = new Set(places.map(({ postId }) => postId));
  const further = new Map<string, Citation>();
  for (const { articleId: postId, title, url, anchor, score } of passages) {
    if (score < least || shown.has(postId) || further.has(postId)) continue;
    further.set(postId, { postId, title, url, ...(anchor && { anchor }) });
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
  quoted?: QuotedPlace & { readonly postId: string },
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
  const line = bare(place.line);
  const under = blocks.find(({ headingPath }) => bare(headingPath.at(-1) ?? '') === line);
  const own = under ?? blocks.find(({ markdown }) => bare(markdown).includes(line));
  if (own === undefined || line === '') return place;
  const { heading: _, anchor: _before, ...rest } = place;
  const heading = own.headingPath.at(-1);
  return {
    ...rest,
    ...(heading && { heading }),
    ...(own.anchor && { anchor: own.anchor }),
    line: under ? lineOf(plainText(under), question) || place.line : wholeLine(place.line, own),
  };
}

/** The sentence of the block that a line is part of, since a passage may begin or end within one; the line where that is too long. */
function wholeLine(line: string, block: TaskBlock): string {
  const part = bare(line);
  const whole = sentences(plainText(block)).find(({ text }) => bare(text).includes(part))?.text ?? '';
  const isCut = whole !== '' && whole.length <= lineLength && bare(whole) !== part;
  return isCut ? whole.replace(/^[\s>#+-]+/, '').replace(/\s+/g, ' ') : line;
}

/** A block without its marks; of a table the rows without header. */
const plainText = ({ kind, markdown }: TaskBlock): string =>
  (kind === 'table'
    ? markdown
        .split('\n')
        .slice(2)
        .join('\n')
        .replace(/^\| *| *\|$/gm, '')
        .replace(/ *\| */g, ', ')
    : markdown
  )
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]+/g, '');

/** Letters and digits alone, since a passage has no marks of Markdown. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** The sentence of the prose nearest to the question, otherwise the first one; nothing where all is code. */
function lineOf(text: string, question: string): string {
  const prose = readableText(text).lines.join('\n');
  const sentence = closestSentence(prose, question) || (sentences(prose)[0]?.text ?? '');
  return truncate(sentence.replace(/\s+/g, ' ').trim(), lineLength, '…');
}
