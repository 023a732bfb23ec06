import { searchFields } from '../pages/retrieval/fields.ts';
import { problemOf } from '../ui/forms/field-kind.ts';

/** Retrieval settings that can be tried without saving. */
export const triedFields = [...searchFields, 'noMatchBehavior', 'judgeMarks'] as const;

/** The fields of a draft that differ from what is saved. */
export const differing = (
  draft: Readonly<Record<string, unknown>>,
  saved: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    triedFields.filter((field) => draft[field] !== saved[field]).map((field) => [field, draft[field]]),
  );

/** The validation message of each field of a draft. */
export const problemsIn = (draft: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(triedFields.map((field) => [field, problemOf('retrieval', field, draft[field])]));
