import { join } from 'node:path';
import process from 'node:process';
import type { Manifest } from '../manifest.ts';
import { openNetwork, type Runtime } from './runtime.ts';
import { openTokens } from './tokens.ts';
import { scoreOf, vectorOf, type OpenModel } from './vectors.ts';

/*
 * The process of an in-house model. It loads one model, computes one text after the other, and ends with the service.
 */

interface Opening {
  readonly place: string;
  readonly manifest: Manifest;
  readonly runtime: Runtime;
}

/** What the service asks; the first message opens the model. */
export type Work =
  | { readonly open: Opening }
  | { readonly text: string }
  | { readonly question: string; readonly document: string };

export type Request = Work & { readonly id: number };

export interface Reply {
  readonly id: number;
  readonly vector?: Float32Array;
  readonly score?: number;
  readonly tokens?: number;
  readonly error?: string;
}

async function open({ place, manifest, runtime }: Opening): Promise<OpenModel> {
  const network = await openNetwork(runtime, join(place, 'model.onnx'));
  return { manifest, network, tokens: await openTokens(join(place, 'tokenizer.json')) };
}

function serve(): void {
  let model: Promise<OpenModel> | undefined;

  const answer = async (request: Request): Promise<Omit<Reply, 'id'>> => {
    if ('open' in request) {
      await (model ??= open(request.open));
      return {};
    }
    if (!model) throw new Error('no model is open');
    if ('text' in request) return vectorOf(await model, request.text);
    return scoreOf(await model, request.question, request.document);
  };

  process.on('message', (request: Request) => {
    void answer(request)
      .catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }))
      .then((reply) => process.send?.({ id: request.id, ...reply }));
  });
  // Without the service nobody asks any more.
  process.on('disconnect', () => process.exit(0));
}

serve();
