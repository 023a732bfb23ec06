import { jsonObjectIn } from '../../../model-calls/model-json.ts';
import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import { foldName } from '../matching/normalize-question.ts';

/**
 * Candidates that a model's reply picks, by number from 1 or exact title, in its order without duplicates; unknown ones
 * are dropped. Throws `unavailable` when the reply contains no list.
 */
export function parseSelection<T extends { readonly title: string }>(
  answer: string,
  candidates: readonly T[],
): T[] {
  const listed = listIn(answer);
  if (!listed) throw unavailable(explained('model_no_list'));
  const byTitle = new Map(candidates.map((candidate) => [foldName(candidate.title), candidate]));
  const picked = listed.map((pick) => {
    const number = typeof pick === 'string' && pick.trim() === '' ? NaN : Number(pick);
    return candidates[number - 1] ?? (typeof pick === 'string' ? byTitle.get(foldName(pick)) : undefined);
  });
  return [...new Set(picked.filter((candidate) => candidate !== undefined))];
}

/** The first list of an object, or a bare list, regardless of fences and text around it. */
function listIn(answer: string): readonly unknown[] | undefined {
  const list = Object.values(jsonObjectIn(answer) ?? {}).find((value): value is unknown[] =>
    Array.isArray(value),
  );
  if (list) return list;
  const [bare] = /\[[\s\d,"]*\]/.exec(answer) ?? [];
  return bare === undefined ? undefined : (bare.match(/\d+/g) ?? []);
}
