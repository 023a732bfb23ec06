import type { ModelKind, Models } from '../../ports/models.ts';

/** The name that calls are booked under while no model of a kind is connected; limits may use it for the default model. */
const defaultSlots: Record<ModelKind, readonly [string, ...string[]]> = {
  chat: ['ai-foundation-default-language', 'ai-foundation-language'],
  embedding: ['ai-foundation-default-embedding', 'ai-foundation-embedding'],
  rerank: ['ai-foundation-default-rerank', 'ai-foundation-rerank'],
  image: ['ai-foundation-default-image'],
};

type Defaults = Pick<Models, 'defaultOf'>;

/** The real name of the model that a call means; `''` is the default of its kind. */
export const realName = (models: Defaults, kind: ModelKind, name: string): string =>
  name.trim() || (models.defaultOf(kind)?.name ?? defaultSlots[kind][0]);

/** True when Docent itself does what the model is asked for, so that nobody bills it. */
export const isBuiltin = (
  models: Pick<Models, 'defaultOf' | 'list'>,
  kind: ModelKind,
  name: string,
): boolean => {
  const real = realName(models, kind, name);
  return models.list(kind).find((model) => model.name === real)?.builtin ?? false;
};

/**
 * The daily ceiling of a model in tokens, `undefined` for none. A ceiling saved under the name of a default slot holds
 * for the model in it; of two the smaller counts.
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
