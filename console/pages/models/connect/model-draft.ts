import type { ConnectedModel, connectedModels } from '../../../../contract/operator/connected-models.ts';
import type { Reply } from '../../../../contract/endpoint.ts';

type Listed = Reply<(typeof connectedModels)['endpoints']['list']>;
export type Preset = Listed['presets'][number];

/** A model as the form edits it; numbers are `null` while they are empty. */
export interface ModelDraft {
  preset: string;
  kind: ConnectedModel['kind'];
  baseUrl: string;
  key: string;
  keyVariable: string;
  model: string;
  name: string;
  fallback: string;
  dimensions: number | null;
  /** Where the texts before questions and passages come from. */
  prefixes: (typeof prefixWays)[number];
  queryPrefix: string;
  passagePrefix: string;
  readsImages: boolean;
  promptPerMillion: number | null;
  completionPerMillion: number | null;
  perImage: number | null;
  currency: string;
}

export const other = 'other';

/** As the name of the model tells, none, or those of the form. */
export const prefixWays = ['named', 'none', 'own'] as const;

const prefixesOf = ({ queryPrefix, passagePrefix }: Partial<ConnectedModel>): ModelDraft['prefixes'] => {
  if (queryPrefix === undefined && passagePrefix === undefined) return 'named';
  return queryPrefix === '' && passagePrefix === '' ? 'none' : 'own';
};

/** A draft of a connected model, or of a new one. */
export const draftOf = (model?: ConnectedModel): ModelDraft => ({
  preset: other,
  kind: model?.kind ?? 'chat',
  baseUrl: model?.baseUrl ?? '',
  key: '',
  keyVariable: model?.keyVariable ?? '',
  model: model?.model ?? '',
  name: model?.name ?? '',
  fallback: model?.fallback ?? '',
  dimensions: model?.dimensions ?? null,
  prefixes: prefixesOf(model ?? {}),
  queryPrefix: model?.queryPrefix ?? '',
  passagePrefix: model?.passagePrefix ?? '',
  readsImages: model?.readsImages ?? false,
  promptPerMillion: model?.price?.promptPerMillion ?? null,
  completionPerMillion: model?.price?.completionPerMillion ?? null,
  perImage: model?.price?.perImage ?? null,
  currency: model?.price?.currency ?? 'USD',
});

/** The draft with what is known of a provider. */
export function withPreset(draft: ModelDraft, preset: Preset | undefined): ModelDraft {
  if (!preset) return { ...draft, preset: other };
  const model =
    draft.kind === 'chat' ? preset.chat[0] : draft.kind === 'embedding' ? preset.embedding?.model : undefined;
  return {
    ...draft,
    preset: preset.id,
    baseUrl: preset.baseUrl,
    model: model ?? '',
    dimensions: draft.kind === 'embedding' ? (preset.embedding?.dimensions ?? null) : null,
  };
}

/** What is sent of a draft of a model with such a key. What was not typed stays; a key that nobody can read goes. */
export function fieldsOf(draft: ModelDraft, stored: ConnectedModel['key'] = 'none') {
  const { promptPerMillion, completionPerMillion, perImage } = draft;
  const amounts = Object.entries({ promptPerMillion, completionPerMillion, perImage }).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  );
  const keyVariable = draft.keyVariable.trim();
  return {
    kind: draft.kind,
    baseUrl: draft.baseUrl,
    model: draft.model,
    ...(draft.key !== '' ? { key: draft.key } : stored === 'unreadable' && { key: '' }),
    ...(draft.key === '' && { keyVariable }),
    ...(draft.kind === 'embedding' && draft.dimensions !== null && { dimensions: draft.dimensions }),
    ...(draft.kind === 'embedding' && prefixFields(draft)),
    ...(draft.kind === 'chat' && { fallback: draft.fallback, readsImages: draft.readsImages }),
    price:
      amounts.length === 0
        ? null
        : { ...Object.fromEntries(amounts), currency: draft.currency.toUpperCase() },
  };
}

/** What a call of the model depends on. */
export function calledWith({
  kind,
  baseUrl,
  key,
  keyVariable,
  model,
  dimensions,
  readsImages,
  ...draft
}: ModelDraft) {
  return { kind, baseUrl, key, keyVariable, model, dimensions, readsImages, ...prefixFields(draft) };
}

/** What a model was when it was read, in the words of a request; nothing of a new one. */
export function baseOf(model: ConnectedModel | undefined, isKeyTyped: boolean) {
  const read: Partial<ReturnType<typeof fieldsOf>> = model ? fieldsOf(draftOf(model), model.key) : {};
  // A typed key is for the address that was seen: at another one it must not go along unasked.
  return { ...read, ...(isKeyTyped && { baseUrl: undefined }) };
}

function prefixFields({
  prefixes,
  queryPrefix,
  passagePrefix,
}: Pick<ModelDraft, 'prefixes' | 'queryPrefix' | 'passagePrefix'>) {
  if (prefixes === 'own') return { queryPrefix, passagePrefix };
  const none = prefixes === 'none' ? '' : null;
  return { queryPrefix: none, passagePrefix: none };
}
