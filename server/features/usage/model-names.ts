import type { ModelKind, Models } from '../../ports/models.ts';

/** Names for calls while no model of a kind is connected; limits may use them for the default model. */
const defaultSlots: Record<ModelKind, readonly [string, ...string[]]> = {
  chat: ['ai-foundation-default-language', 'ai-foundation-language'],
  embedding: ['ai-foundation-default-embedding', 'ai-foundation-embedding'],
  rerank: ['ai-foundation-default-rerank', 'ai-foundation-rerank'],
  image: ['ai-foundation-default-image'],
};

type Defaults = Pick<Models, 'defaultOf'>;

/** Real name of a model; `''` for the default of its kind. */
export const realName = (models: Defaults, kind: ModelKind, name: string): string =>
  name.trim() || (models.defaultOf(kind)?.name ?? defaultSlots[kind][0]);

/**
 * Daily ceiling of a model in tokens, `undefined` for none. A ceiling under the name of a default slot applies to the
 * model in it; the smaller of two counts.
 */
export function ceilingOf(
  ceilings: Readonly<Record<string, number>>,
  models: Defaults,
  kind: ModelKind,
  model: string,
): number | undefined {
  const slots = models.defaultOf(kind)?.name === model ? defaultSlots[kind] : [];
  const found = [model, ...slots].flatMap((name) =>
    Object.hasOwn(ceilings, name) ? (ceilings[name] ?? []) : [],
  );
  const set = found.filter((tokens) => tokens > 0);
  return set.length === 0 ? undefined : Math.min(...set);
}
