import { explained, inEnglish } from '../../../../kit/explained.ts';
import { namesNoVersion } from '../../model-address.ts';
import type { UpstreamFailure } from './errors.ts';

/** Adds the usual ending of addresses to a failure that may come from a wrong address. */
export function withAddressHint(failure: UpstreamFailure, baseUrl: string): UpstreamFailure {
  const { kind, status, reason } = failure;
  const said = inEnglish(reason);
  const isUnknownPath =
    kind === 'status'
      ? !/\bmodels?\b|模型/i.test(said) &&
        (status === 404 || status === 405 || /\bendpoint\b|not found/i.test(said))
      : kind === 'protocol' && /web page|not JSON/.test(said);
  if (!isUnknownPath || !namesNoVersion(baseUrl)) return failure;
  return { ...failure, reason: explained('model_address', { reason }) };
}
