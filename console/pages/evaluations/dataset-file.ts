import { DatasetBody } from '../../../contract/evaluations/evaluations.ts';
import { explained } from '../../../contract/explanations/explained.ts';
import { worded } from '../../text/explanations/worded.ts';
import { problemInFile } from '../../ui/problem-text.ts';

/** Largest file that is read. */
export const fileMegabytes = 16;

/** A dataset read from a file, or the reason it could not be read. */
export type FileContent =
  | { readonly ok: true; readonly dataset: DatasetBody }
  | { readonly ok: false; readonly reason: string; readonly isJson: boolean };

/** Reads a dataset as it is exported, or a bare list of cases, which is named after the file. */
export function readDatasetFile(text: string, fileName: string): FileContent {
  const value = parsed(text);
  if (value === undefined) return { ok: false, reason: '', isJson: false };
  const name = fileName.replace(/\.json$/i, '');
  const given: unknown = Array.isArray(value) ? { name, cases: value } : value;
  const result = DatasetBody.safeParse(given);
  const issue = result.error?.issues[0];
  if (!result.success) return { ok: false, reason: issue ? problemInFile(issue) : '', isJson: true };
  // Unrelated JSON would also parse, because every field may be missing.
  if (result.data.cases.length === 0) {
    const { text, explanation } = explained('value_refused', {
      field: 'cases',
      reason: explained('rule_not_empty'),
    });
    return { ok: false, reason: worded(text, explanation), isJson: true };
  }
  return { ok: true, dataset: { ...result.data, name: result.data.name.trim() || name } };
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return value ?? undefined;
  } catch {
    return undefined;
  }
};

/** The file format that {@link readDatasetFile} reads. */
export const datasetFile = ({ id, name, description, cases }: DatasetBody): string =>
  `${JSON.stringify({ id, name, description, cases }, null, 2)}\n`;

/** The entries of a text with one per line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
