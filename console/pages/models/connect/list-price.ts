import type { ListPrice } from '../../../../contract/operator/connected-models.ts';
import type { ModelDraft, Preset } from './model-draft.ts';

/** The date of a version at the end of a model's name, such as `-2024-07-18` or `-20251001`. */
const version = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

/** The known provider at the address of a draft, however it was typed. */
export function providerOf(
  { baseUrl }: Pick<ModelDraft, 'baseUrl'>,
  presets: readonly Preset[],
): Preset | undefined {
  const host = hostOf(baseUrl);
  return host === undefined ? undefined : presets.find((preset) => hostOf(preset.baseUrl) === host);
}

/** Without a scheme it is the address of a server on the web, as the service takes it. */
function hostOf(address: string): string | undefined {
  const typed = address.trim();
  const host = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)?.host;
  return host === '' ? undefined : host;
}

/** The published price of the model of a draft, where one is known. */
export function listPriceOf(
  { model, kind }: Pick<ModelDraft, 'model' | 'kind'>,
  provider: Preset | undefined,
): ListPrice | undefined {
  const name = model.trim();
  if (kind === 'image') return undefined;
  return provider?.prices.find((price) => [name, name.replace(version, '')].includes(price.model));
}

/** A draft with a published price. */
export const withListPrice = (draft: ModelDraft, price: ListPrice): ModelDraft => ({
  ...draft,
  promptPerMillion: price.promptPerMillion,
  completionPerMillion: price.completionPerMillion ?? null,
  currency: price.currency,
});

/** True when a draft has the prices of a list. */
export const hasListPrice = (draft: ModelDraft, price: ListPrice): boolean =>
  draft.promptPerMillion === price.promptPerMillion &&
  draft.completionPerMillion === (price.completionPerMillion ?? null) &&
  draft.currency.trim().toUpperCase() === price.currency;
