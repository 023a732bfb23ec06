import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../../server/adapters/models/in-house/manifest.ts';
import { sha256 } from '../../../server/kit/ids.ts';

/** Words of the toy tokenizer; each other word is unknown. */
const words = ['[UNK]', '[CLS]', '[SEP]', 'query', 'passage', ':', 'cats', 'dogs', 'sleep', 'bark'] as const;
const width = 4;

/** Directions of the words: one for cats, one for dogs, one for passages; the others are near nothing. */
const directions: Partial<Readonly<Record<(typeof words)[number], readonly number[]>>> = {
  cats: [1, 0, 0, 0],
  sleep: [1, 0, 0, 0],
  dogs: [0, 1, 0, 0],
  bark: [0, 1, 0, 0],
  passage: [0, 0, 0.1, 0],
};
const rows = words.map((word) => directions[word] ?? [0, 0, 0, 0.1]);

/** A field of a message of protocol buffers. */
const field = (number: number, value: number | string | Uint8Array): Buffer => {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
};
const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields);
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : (rest % 128) + 128);
    if (rest < 128) return Buffer.from(bytes);
  }
}

const kinds = { float: 1, int64: 7 };
const info = (name: string, kind: number, dims: readonly string[]) =>
  message(
    field(1, name),
    field(
      2,
      field(1, message(field(1, kind), field(2, message(...dims.map((dim) => field(1, field(2, dim))))))),
    ),
  );
const node = (kind: string, inputs: readonly string[], output: string) =>
  message(...inputs.map((input) => field(1, input)), field(2, output), field(3, output), field(4, kind));

/** A network in the format of ONNX: rows of a table by tokens, or the largest of one number for each token. */
function network(kind: Manifest['kind']): Buffer {
  const isScore = kind === 'rerank';
  const numbers = isScore ? words.map((word) => (word === 'cats' ? 3 : -3)) : rows.flat();
  const dims = isScore ? [words.length] : [words.length, width];
  const table = message(
    ...dims.map((dim) => field(1, dim)),
    field(2, kinds.float),
    field(8, 'table'),
    field(9, Buffer.from(Float32Array.from(numbers).buffer)),
  );
  const found = isScore ? 'found' : 'last_hidden_state';
  const graph = message(
    field(1, node('Gather', ['table', 'input_ids'], found)),
    ...(isScore ? [field(1, node('ReduceMax', [found], 'logits'))] : []),
    field(2, 'toy'),
    field(5, table),
    field(11, info('input_ids', kinds.int64, ['batch', 'length'])),
    field(
      12,
      info(
        isScore ? 'logits' : found,
        kinds.float,
        isScore ? ['batch', 'score'] : ['batch', 'length', 'width'],
      ),
    ),
  );
  return message(field(1, 8), field(7, graph), field(8, message(field(1, ''), field(2, 13))));
}

const special = (id: number) => ({
  id,
  content: words[id],
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});
const mark = (id: number) => ({ SpecialToken: { id: words[id], type_id: 0 } });
const text = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [special(0), special(1), special(2)],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [mark(1), text('A', 0), mark(2)],
    pair: [mark(1), text('A', 0), mark(2), text('B', 1), mark(2)],
    special_tokens: Object.fromEntries(
      [1, 2].map((id) => [words[id], { id: words[id], ids: [id], tokens: [words[id]] }]),
    ),
  },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(words.map((word, id) => [word, id])),
  },
};

/** A tiny model of a few words, as a hub would have it. */
export function toyModel(kind: Manifest['kind'] = 'embedding') {
  const contents = {
    'model.onnx': network(kind),
    'tokenizer.json': Buffer.from(JSON.stringify(tokenizer)),
  };
  const fileOf = (name: keyof typeof contents, path: string) => ({
    name,
    path,
    bytes: contents[name].length,
    sha256: sha256(contents[name]),
  });
  const manifest: Manifest = {
    id: `toy-${kind}`,
    kind,
    licence: 'MIT',
    source: '',
    repository: 'toys/toy',
    revision: 'abc',
    measured: false,
    pooling: 'mean',
    ...(kind === 'embedding' && { dimensions: width }),
    maxTokens: 16,
    queryPrefix: 'query: ',
    passagePrefix: 'passage: ',
    files: [fileOf('model.onnx', 'onnx/model_quantized.onnx'), fileOf('tokenizer.json', 'tokenizer.json')],
  };
  return { manifest, contents };
}

/** Writes the files of a toy model and its `model.json` into a folder. */
export async function writeToyModel(folder: string, kind: Manifest['kind'] = 'embedding'): Promise<Manifest> {
  const { manifest, contents } = toyModel(kind);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  await writeFile(join(folder, 'model.json'), JSON.stringify(manifest));
  return manifest;
}
