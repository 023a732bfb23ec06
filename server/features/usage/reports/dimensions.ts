import type { CallType } from '../../../../contract/usage/figures.ts';
import type { CallPurpose, ModelKind } from '../../../ports/models.ts';
import { diagnose } from './diagnosis.ts';
import { isFailure } from '../ledger/outcome.ts';
import type { SeriesKey } from '../store/tables.ts';

/** A call before it is sent; `model` is the real name. */
export interface CallStart extends CallPurpose {
  readonly kind: ModelKind;
  readonly model: string;
}

/** Series of a call with this status and error. */
export function seriesKey(call: CallStart, status: SeriesKey['status'], error = ''): SeriesKey {
  const { model, scenario } = call;
  const type = typeOf(call.kind);
  return { model, type, scenario, status, diagnosis: isFailure(status) ? diagnose(type, error) : '' };
}

/** Records use `embed` for embeddings; other kinds keep their names. */
const typeOf = (kind: ModelKind): CallType => (kind === 'embedding' ? 'embed' : kind);

export const kindOf = (type: CallType): ModelKind => (type === 'embed' ? 'embedding' : type);
