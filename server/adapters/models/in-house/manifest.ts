import { z } from 'zod';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { parseJson } from '../../../kit/json.ts';

const whole = (most: number) => z.int().min(1).max(most);
const prefix = z.string().max(1_000).default('');

const ModelFile = z.object({
  name: z.enum(['model.onnx', 'tokenizer.json']),
  /** Path below the address of a source. */
  path: z.string().regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/),
  bytes: whole(8_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ModelFile = z.infer<typeof ModelFile>;

/** Description of an in-house model: its files with checksums, and how to compute vectors or scores. Stored in its folder as `model.json`. */
const Manifest = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}$/),
  kind: z.enum(['embedding', 'rerank']),
  licence: z.string().min(1).max(100),
  source: z.string().max(500).default(''),
  repository: z.string().max(200).optional(),
  revision: z.string().max(100).optional(),
  /** True when this project has measured the model's effect on answers. */
  measured: z.boolean().default(false),
  pooling: z.enum(['mean', 'cls']).default('mean'),
  /** Length of the vectors of an embedding model. */
  dimensions: whole(16_384).optional(),
  maxTokens: z.int().min(8).max(8_192),
  queryPrefix: prefix,
  passagePrefix: prefix,
  /** Processor time for a passage of 250 tokens, in milliseconds, by runtime; as measured on one machine. */
  passageMs: z.object({ native: z.number().positive(), wasm: z.number().positive() }).optional(),
  /** The runtime that it was installed for; native if available, unless set. */
  runtime: z.enum(['native', 'wasm']).optional(),
  files: z.array(ModelFile).length(2),
});
export type Manifest = z.infer<typeof Manifest>;

const Registry = z.object({ hubs: z.array(z.string()).min(1), models: z.array(Manifest) });
export type Registry = z.infer<typeof Registry>;

/** The models that Docent knows by name, with the sources of their files. */
export const readRegistry = (value: unknown): Registry => Registry.parse(value);

/** Parses a `model.json`. Throws the Fault `invalid` with the problem. */
export function readManifest(text: string, where: string): Manifest {
  const parsed = Manifest.safeParse(parseJson(text));
  const complete = parsed.data;
  if (complete && (complete.kind !== 'embedding' || complete.dimensions !== undefined)) return complete;
  const issue = parsed.error?.issues[0];
  const field = issue?.path.join('.') ?? 'dimensions';
  throw invalid(explained('house_manifest', { file: where, field: field || 'its JSON' }));
}

/** Total size of all files in bytes. */
export const sizeOf = ({ files }: Manifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
