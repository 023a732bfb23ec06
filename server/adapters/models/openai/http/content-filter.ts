import { isFault } from '../../../../kit/fault.ts';

/** True for a refusal by a provider's filter of contents: some send it as an error instead of a finish reason. */
export const isFiltered = (error: unknown): boolean =>
  isFault(error, 'upstream') &&
  [400, 403, 422, 451].includes(error.details.upstreamStatus ?? 0) &&
  FILTERED.test(error.details.upstreamReason ?? '');

/** Azure, DashScope, Zhipu, Moonshot, OpenAI and their likes. */
const FILTERED =
  /content[ _-]?(?:filter|management policy|policy violation)|data_?inspection_?failed|(?:inappropriate|unsafe|high risk|sensitive) (?:or [a-z]{1,20} )?content|responsible ai polic|(?:violat|flagged).{0,60}(?:usage|content|safety) polic|(?:敏感|违规|不当|不安全)(?:的)?(?:或敏感)?内容|内容.{0,10}(?:安全审核|违规|敏感)/i;
