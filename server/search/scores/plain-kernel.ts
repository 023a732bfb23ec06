import { BLOCK, fixed, type ScoreKernel } from './layout.ts';

/** The kernel in plain JavaScript. */
export function createPlainKernel(memory: WebAssembly.Memory): ScoreKernel {
  let floats = new Float32Array(memory.buffer);
  let numbers = new Uint32Array(memory.buffer);
  let bytes = new Uint8Array(memory.buffer);
  const float = (place: number): number => floats[place >>> 2] ?? 0;
  /** Creates the views again when the memory has grown, since growing replaces its buffer. */
  const look = () => {
    if (floats.buffer === memory.buffer) return;
    floats = new Float32Array(memory.buffer);
    numbers = new Uint32Array(memory.buffer);
    bytes = new Uint8Array(memory.buffer);
  };

  const add = (document: number, count: number, { scores, shares }: Table) => {
    const share = count / (count + 1 / float(shares + 4 * document) - 1);
    const damped = float(fixed.damped + 4 * count);
    for (let lane = 0; lane < 4; lane++) {
      const place = (scores >>> 2) + 4 * document + lane;
      const plain = float(fixed.plain + 4 * lane) * (lane === 2 ? damped : 1);
      floats[place] = (floats[place] ?? 0) + share * float(fixed.shared + 4 * lane) + plain;
    }
  };

  return {
    addList(from, size, table) {
      look();
      let place = from;
      let document = 0;
      for (let i = 0; i < size; i++) {
        const first = bytes[place++] ?? 0;
        document += first & 0x3f;
        for (let shift = 6, more = first & 0x40; more !== 0; shift += 7) {
          const byte = bytes[place++] ?? 0;
          document += (byte & 0x7f) << shift;
          more = byte & 0x80;
        }
        add(document, first < 0x80 ? 1 : (bytes[place++] ?? 0), table);
      }
    },
    addPacked(from, size, table) {
      look();
      for (let i = 0; i < size; i++) {
        const posting = numbers[(from >>> 2) + i] ?? 0;
        add(posting >>> 8, posting & 0xff, table);
      }
    },
    settle({ scores, inverseNorms, maxima, blocks }) {
      look();
      floats.fill(0, maxima >>> 2, (maxima >>> 2) + 4 * blocks);
      for (let at = 0; at < 4 * BLOCK * blocks; at++) {
        const [place, lane, document] = [(scores >>> 2) + at, at & 3, at >>> 2];
        const inverse = float(inverseNorms + 4 * document);
        const factor = lane === 2 ? Math.fround(inverse * float(fixed.scale)) : 1;
        floats[place] = inverse > 0 ? (floats[place] ?? 0) * factor : 0;
        const highest = (maxima >>> 2) + 4 * Math.floor(document / BLOCK) + lane;
        floats[highest] = Math.max(floats[highest] ?? 0, floats[place] ?? 0);
      }
    },
    blend({ scores, owners, articleScores, blended, maxima, blocks }) {
      look();
      floats.fill(0, maxima >>> 2, (maxima >>> 2) + 4 * blocks);
      for (let document = 0; document < BLOCK * blocks; document++) {
        const own = scores + 16 * document;
        const above = articleScores + 16 * (numbers[(owners >>> 2) + document] ?? 0);
        let sum = 0;
        for (let lane = 0; lane < 16; lane += 4)
          sum +=
            float(own + lane) * float(fixed.ofChunk + lane) +
            float(above + lane) * float(fixed.ofArticle + lane);
        floats[(blended >>> 2) + document] = sum;
        const highest = (maxima >>> 2) + 4 * Math.floor(document / BLOCK);
        floats.fill(Math.max(floats[highest] ?? 0, Math.fround(sum)), highest, highest + 4);
      }
    },
  };
}

type Table = Parameters<ScoreKernel['addList']>[2];
