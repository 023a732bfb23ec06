import type { StreamEvent } from './events.ts';

/** The frame that closes every stream. */
export const doneFrame = 'data:[DONE]\n\n';
/** A comment that keeps proxies from closing an idle stream; clients skip it. */
export const heartbeatFrame = ':\n\n';

/**
 * Encodes a frame (spec 6.1): an optional event line, one `data:` line per line of payload, a blank line. JSON payloads
 * are one line; lines end with LF.
 */
export function encodeFrame(event: StreamEvent): string {
  const name = event.event === 'token' ? '' : `event:${event.event}\n`;
  const text = typeof event.data === 'string' ? event.data : JSON.stringify(event.data);
  return `${name}${text
    .split(/\r\n?|\n/)
    .map(dataLine)
    .join('\n')}\n\n`;
}

/** Clients drop one blank after the colon, so a leading blank is doubled. */
const dataLine = (line: string) => `data:${line.startsWith(' ') ? ' ' : ''}${line}`;

/** A frame of the stream: an event, or the end of the answer. */
export type Frame = StreamEvent | { readonly event: 'done' };

/**
 * Decodes frames from text in any pieces. Accepts CRLF, a blank after the colon, comments and unknown events (skipped);
 * an invalid JSON payload becomes a plain token only without an event name.
 */
export function createFrameReader(): (text: string) => Frame[] {
  let rest = '';
  return (text) => {
    rest += text;
    // A trailing CR may be the first half of a CRLF.
    const held = rest.endsWith('\r') ? '\r' : '';
    const blocks = rest
      .slice(0, rest.length - held.length)
      .replace(/\r\n?/g, '\n')
      .split('\n\n');
    rest = (blocks.pop() ?? '') + held;
    return blocks.flatMap(readBlock);
  };
}

function readBlock(block: string): Frame[] {
  let name = '';
  const lines: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    else if (line.startsWith('data:')) lines.push(line.slice(line[5] === ' ' ? 6 : 5));
  }
  if (lines.length === 0) return [];
  const data = lines.join('\n');
  if (name === '' && data.trim() === '[DONE]') return [{ event: 'done' }];
  if (name === 'logId' || name === 'error') return [{ event: name, data }];
  const value = parse(data);
  if (name === '') return [readToken(value, data)];
  return knownEvents.has(name) && value !== undefined ? [{ event: name, data: value } as StreamEvent] : [];
}

function readToken(value: unknown, raw: string): Frame {
  if (typeof value !== 'object' || value === null) return { event: 'token', data: { content: raw } };
  const content = 'content' in value && typeof value.content === 'string' ? value.content : '';
  return { event: 'token', data: { content } };
}

const knownEvents: ReadonlySet<string> = new Set<StreamEvent['event']>([
  'citations',
  'structured_result',
  'reasoning_start',
  'reasoning_delta',
  'reasoning_end',
  'answer_state',
  'trace_stage',
  'trace_summary',
  'progress',
  'edits',
  'explanation',
]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
