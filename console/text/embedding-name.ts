import { language } from './language-choice.ts';

/** The model and the dimensions of a signature such as `bge-m3@1024`; another text is the model alone. */
export function embeddingOf(signature: string): { readonly model: string; readonly dimensions: string } {
  const [, model = signature, dimensions = ''] = /^(.*)@(\d+)$/.exec(signature) ?? [];
  return { model, dimensions };
}

/** `bge-m3 (1024 dimensions)`. */
export function embeddingName(signature: string): string {
  const { model, dimensions } = embeddingOf(signature);
  if (dimensions === '') return model;
  return language.value === 'zh' ? `${model}（${dimensions} 维）` : `${model} (${dimensions} dimensions)`;
}
