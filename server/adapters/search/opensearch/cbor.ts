/**
 * Reads a reply in CBOR (RFC 8949), in which stored bytes come as they are; in JSON they are encoded in base64 and decoded again as text.
 * Maps become objects; bytes are a view of the reply. Throws RangeError for what is cut, or not CBOR.
 */
export function readCbor(reply: Buffer): unknown {
  const reader = new Reader(reply);
  return reader.value(0);
}

/** A value that ends a list of unknown length. */
const BREAK = Symbol('break');

/** Replies of the engine are nested some six times. */
const DEEPEST = 32;

class Reader {
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  value(depth: number): unknown {
    const read = this.item(depth);
    if (read === BREAK) throw malformed();
    return read;
  }

  private item(depth: number): unknown {
    if (depth > DEEPEST) throw malformed();
    const first = this.byte();
    const kind = first >> 5;
    const info = first & 31;
    if (kind === 7) return this.simple(info);
    const size = info === OPEN ? undefined : this.number(info);
    if (kind === 0) return size;
    if (kind === 1) return size === undefined ? undefined : -1 - size;
    if (kind === 2) return size === undefined ? Buffer.concat(this.parts<Buffer>(depth)) : this.take(size);
    if (kind === 3)
      return size === undefined ? this.parts<string>(depth).join('') : this.take(size).toString();
    if (kind === 4) return size === undefined ? this.parts(depth) : this.list(size, depth);
    if (kind === 5) return this.record(size, depth);
    // A tag only tells more about the value after it.
    return this.value(depth + 1);
  }

  private list(size: number, depth: number): unknown[] {
    const items: unknown[] = [];
    for (let nth = 0; nth < size; nth++) items.push(this.value(depth + 1));
    return items;
  }

  /** Items up to the break. */
  private parts<T>(depth: number): T[] {
    const items: T[] = [];
    for (let item = this.item(depth + 1); item !== BREAK; item = this.item(depth + 1)) items.push(item as T);
    return items;
  }

  private record(size: number | undefined, depth: number): Readonly<Record<string, unknown>> {
    const read = Object.create(null) as Record<string, unknown>;
    for (let nth = 0; size === undefined || nth < size; nth++) {
      const key = this.item(depth + 1);
      if (key === BREAK && size === undefined) break;
      read[String(key)] = this.value(depth + 1);
    }
    return read;
  }

  private simple(info: number): unknown {
    if (info === OPEN) return BREAK;
    if (info === 20 || info === 21) return info === 21;
    if (info === 26) return this.take(4).readFloatBE();
    if (info === 27) return this.take(8).readDoubleBE();
    return undefined;
  }

  private number(info: number): number {
    if (info < 24) return info;
    if (info === 24) return this.byte();
    if (info === 25) return this.take(2).readUInt16BE();
    if (info === 26) return this.take(4).readUInt32BE();
    if (info === 27) return Number(this.take(8).readBigUInt64BE());
    throw malformed();
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw malformed();
    return byte;
  }

  private take(size: number): Buffer {
    const end = this.at + size;
    if (end > this.bytes.length) throw malformed();
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}

/** The length of a list that ends with a break. */
const OPEN = 31;

const malformed = () => new RangeError('a reply in CBOR cannot be read');
