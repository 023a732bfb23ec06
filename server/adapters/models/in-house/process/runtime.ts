import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { shipped } from '../../../../kit/shipped.ts';

/** Kind of the inference runtime: native for this platform, or WebAssembly, which runs everywhere. */
export interface Runtime {
  readonly kind: 'native' | 'wasm';
  readonly module: string;
}

/** A loaded network. */
export interface Network {
  readonly inputs: readonly string[];
  /** Computes the first output for the tokens of one text; `types` distinguishes the two texts of a pair. */
  run(ids: readonly number[], types: readonly number[]): Promise<Output>;
}

export interface Output {
  readonly numbers: Float32Array;
  readonly shape: readonly number[];
}

/** The native runtime if it is installed and not disabled, else WebAssembly. */
export const runtimeFor = (native: string | undefined, asked: Runtime['kind'] | undefined): Runtime =>
  native !== undefined && asked !== 'wasm'
    ? { kind: 'native', module: native }
    : { kind: 'wasm', module: wasmRuntime() };

/** Path in the build; in a checkout without a build, path in the package. */
function wasmRuntime(): string {
  const built = shipped(`dist/onnx-runtime/${wasmModule}`);
  return existsSync(built) ? built : shipped(`node_modules/onnxruntime-web/dist/${wasmModule}`);
}

const wasmModule = 'ort.wasm.bundle.min.mjs';

/** The parts of ONNX Runtime that are used; both of its packages have them. */
interface OnnxRuntime {
  readonly env: { readonly wasm: { numThreads?: number } };
  readonly InferenceSession: {
    create(network: string | Uint8Array, options: object): Promise<Session>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
}
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}
interface Tensor {
  readonly data: unknown;
  readonly dims: readonly number[];
  dispose?(): void;
}

/** Loads a network with one thread, which leaves the other processors to the service. */
export async function openNetwork(runtime: Runtime, file: string): Promise<Network> {
  const onnx = await load(runtime);
  onnx.env.wasm.numThreads = 1;
  const network = runtime.kind === 'native' ? file : await readFile(file);
  const session = await onnx.InferenceSession.create(network, {
    executionProviders: [runtime.kind === 'native' ? 'cpu' : 'wasm'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Memory cached for each text length would keep growing.
    enableMemPattern: false,
  });
  const [first = ''] = session.outputNames;
  return {
    inputs: session.inputNames,
    async run(ids, types) {
      const shape = [1, ids.length];
      const tensor = (numbers: readonly number[]) =>
        new onnx.Tensor('int64', BigInt64Array.from(numbers, BigInt), shape);
      const all: Readonly<Record<string, () => Tensor>> = {
        input_ids: () => tensor(ids),
        attention_mask: () => tensor(ids.map(() => 1)),
        token_type_ids: () => tensor(types),
      };
      const inputs = Object.fromEntries(
        session.inputNames.flatMap((name) => (all[name] ? [[name, all[name]()] as const] : [])),
      );
      const { [first]: output } = await session.run(inputs);
      if (!(output?.data instanceof Float32Array)) throw new Error(`The network has no numbers as ${first}`);
      const { data, dims } = output;
      return { numbers: data, shape: dims };
    },
  };
}

async function load({ kind, module }: Runtime): Promise<OnnxRuntime> {
  if (kind === 'native') return createRequire(import.meta.url)(module) as OnnxRuntime;
  return (await import(pathToFileURL(module).href)) as OnnxRuntime;
}
