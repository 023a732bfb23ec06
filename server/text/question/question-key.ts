import { scriptRuns } from '../scripts.ts';
import { foldText } from '../text.ts';

/**
 * The same for questions that differ in case, width, punctuation, blanks, or in Traditional and Simplified characters only. A question of
 * signs alone is its own key.
 */
export function questionKey(question: string): string {
  const folded = foldText(question);
  const runs = scriptRuns(folded).map(({ script, text }) => (script === 'dense' ? text : ` ${text} `));
  return runs.join('').replaceAll('  ', ' ').trim() || folded.trim();
}
