import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** A PNG of one colour, RGBA. Services under load ask for hundreds of large ones, so it is not drawn dot by dot. */
export const plainPng = (width: number, height: number, colour: Colour): Uint8Array => {
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 4, Buffer.from(colour))]);
  return encode(width, height, Buffer.alloc(row.length * height, row));
};

/** A PNG by a rule: the colour of each place. */
export const pngOf = (
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Uint8Array => {
  const rowAt = (y: number) => [0, ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat()];
  return encode(width, height, Buffer.from(Array.from({ length: height }, (_, y) => rowAt(y)).flat()));
};

/** The rows are given as the format has them: a zero before the pixels of each. */
function encode(width: number, height: number, rows: Buffer): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(rows, { level: 1 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
