import type { Place } from '../../../../contract/articles/articles.ts';
import { sentences } from '../../../text/sentences.ts';
import { truncate } from '../../../text/text.ts';
import type { QuotedPlace } from '../../../ports/models.ts';
import type { Passage } from '../../knowledge/knowledge.ts';
import { closestSentence } from './attribution.ts';

const mostPlaces = 3;
const lineLength = 160;

/** Up to three places for the passages that were found, best first, each section once; a section that is quoted already is left out. */
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

/** The sentence nearest to the question, else the first one. */
function lineOf(text: string, question: string): string {
  const prose = text.replace(/^[ \t]*(`{3,}|~{3,})[^]*?(?:^[ \t]*\1[ \t]*$|$(?![^]))/gm, '\n');
  const sentence = closestSentence(text, question) || (sentences(prose)[0]?.text ?? '') || text;
  const plain = sentence
    .replace(/^[\s>#*+-]+|^\d+[.)]\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return truncate(plain, lineLength, '…');
}
