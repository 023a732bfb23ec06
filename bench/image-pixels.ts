import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { createImageProcessor } from '../server/features/pets/images/image-processor.ts';
import { cleanEdge } from '../server/features/pets/images/edge.ts';
import { clearMask, flattenRuns } from '../server/features/pets/images/mask.ts';
import { eraseStrokes } from '../server/features/pets/images/strokes.ts';
import { decodeImage, encodePng } from '../server/imaging/image.ts';
import { copyRaster, emptyRaster, type Raster } from '../server/imaging/raster.ts';

/**
 * Cost of operations on the largest allowed image (4096 x 4096, RGBA): pixel functions, decoding and encoding
 * separately, and the delay of the main thread while four such jobs run. Targets: mask 400 ms, edge 600 ms, event loop
 * delay 20 ms at the 99th percentile.
 */

const side = 4096;
const rounds = 5;

export async function run(): Promise<void> {
  const master = figure();
  const runs = Array.from({ length: 100_000 }, (_, nth) => [nth * 160, 80] as const);
  const mask = { width: side, height: side, runs: flattenRuns(runs) };
  const strokes = [
    {
      radius: 60,
      points: Array.from({ length: 2000 }, (_, nth): [number, number] => [
        (nth * 379) % side,
        (nth * 211) % side,
      ]),
    },
  ];

  tell(
    'mask cleanup, 100000 runs',
    best(master, (raster) => clearMask(raster, mask)),
  );
  tell(
    'strokes, 2000 long stretches',
    best(master, (raster) => eraseStrokes(raster, strokes)),
  );
  tell(
    'edge apply, shrink 2 and dewhite 100',
    best(master, (raster) => cleanEdge(raster, { shrink: 2, dewhite: 100, pixelArt: false })),
  );
  tell(
    'edge apply, shrink 1.5',
    best(master, (raster) => cleanEdge(raster, { shrink: 1.5, dewhite: 0, pixelArt: false })),
  );

  const encodedAt = performance.now();
  const png = await encodePng(master);
  tell('encode', performance.now() - encodedAt);
  const decodedAt = performance.now();
  await decodeImage(png);
  tell('decode', performance.now() - decodedAt);

  await using imageProcessor = createImageProcessor();
  const { signal } = new AbortController();
  await imageProcessor.inspect(png, signal);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await Promise.all([
    imageProcessor.clearMask(png, { width: side, height: side, runs }, signal),
    imageProcessor.edge(png, { shrink: 2, dewhite: 100, pixelArt: false }, signal),
    imageProcessor.eraseStrokes(png, strokes, signal),
    imageProcessor.edge(png, { shrink: 1, dewhite: 0, pixelArt: true }, signal),
  ]);
  delay.disable();
  tell('four jobs in two threads, with decode and encode', performance.now() - startedAt);
  tell('event loop delay meanwhile, p99', delay.percentile(99) / 1e6);
  tell('event loop delay meanwhile, longest', delay.max / 1e6);
}

/** A figure with a ragged, soft edge and a smooth surface. */
function figure(): Raster {
  const raster = emptyRaster(side, side);
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const x = pixel % side;
    const y = (pixel - x) / side;
    const ragged = 1600 + 60 * Math.sin(Math.atan2(y - side / 2, x - side / 2) * 90);
    const share = Math.max(0, Math.min(1, (ragged - Math.hypot(x - side / 2, y - side / 2)) / 3));
    raster.data.set([120 + (x >> 6), 80 + (y >> 6), 90, Math.round(share * 255)], pixel * 4);
  }
  return raster;
}

/** The shortest of some rounds, in ms of the processor: a busy machine does not change what the work costs. */
function best(master: Raster, work: (raster: Raster) => void): number {
  return Math.min(
    ...Array.from({ length: rounds }, () => {
      const raster = copyRaster(master);
      const began = process.threadCpuUsage();
      work(raster);
      const { user, system } = process.threadCpuUsage(began);
      return (user + system) / 1000;
    }),
  );
}

function tell(name: string, ms: number): void {
  process.stdout.write(`image-pixels  ${name.padEnd(52)} ${ms.toFixed(1).padStart(9)} ms\n`);
}

if (import.meta.main) await run();
