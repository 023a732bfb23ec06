import { createWorkerPool } from '../../../../work/threads/worker-pool.ts';
import type { ImageCall, ModelInfo, Models } from '../../../../ports/models.ts';
import type { IllustratorOperations } from './illustrator-worker.ts';

/**
 * `builtin-illustrator`: restyles a photo, draws expressions over a mascot, or draws a mascot from the prompt's words,
 * in a worker thread. Not a generative model: the same call gives the same image.
 */
export function createBuiltinIllustrator(): { readonly info: ModelInfo; readonly call: Models['image'] } {
  const threads = createWorkerPool<IllustratorOperations>({
    module: new URL('./illustrator-worker.ts', import.meta.url),
    name: 'the illustrator',
    size: 1,
  });
  return {
    info: {
      name: 'builtin-illustrator',
      kind: 'image',
      provider: 'builtin',
      modelId: 'builtin-illustrator',
      builtin: true,
      features: ['text-to-image', 'image-to-image'],
    },
    async call({ prompt, task, image, mask, width, height, signal }: ImageCall) {
      const order = { prompt, task, image: image?.bytes, mask, width, height };
      const drawn = await threads.run('illustrate', order, signal);
      return { images: [drawn], usage: { promptTokens: 0, completionTokens: 0 } };
    },
  };
}
