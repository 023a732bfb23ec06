import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';

/** Puts pictures side by side, each made as wide as a column, so that many can be looked at together. */
export async function writeContactSheet(sheet: {
  readonly files: readonly string[];
  readonly target: string;
  readonly columns: number;
  readonly width: number;
}): Promise<void> {
  const { files, target, columns, width } = sheet;
  const gap = 12;
  const pictures = await Promise.all(
    files.map(async (file) => {
      const { data, info } = await sharp(await readFile(file))
        .resize({ width })
        .png()
        .toBuffer({ resolveWithObject: true });
      const label = await sharp({
        text: { text: basename(file, '.png'), font: 'sans', dpi: 90, rgba: true },
      })
        .png()
        .toBuffer();
      return { data, label, height: info.height };
    }),
  );
  const tops = Array.from({ length: columns }, () => gap);
  const places = pictures.flatMap(({ data, label, height }) => {
    const column = tops.indexOf(Math.min(...tops));
    const [left, top] = [gap + column * (width + gap), tops[column] ?? gap];
    tops[column] = top + 22 + height + gap;
    return [
      { input: label, left, top },
      { input: data, left, top: top + 22 },
    ];
  });
  const size = { width: gap + columns * (width + gap), height: Math.max(...tops) };
  await sharp({ create: { ...size, channels: 3, background: '#b8bcc4' } })
    .composite(places)
    .png({ palette: true })
    .toFile(target);
}
