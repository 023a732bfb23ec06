import type { ImageCall, ModelUsage } from '../../../ports/models.ts';
import type { ModelSpec } from '../models-file.ts';
import type { RetryingRequest } from './http/retrying-request.ts';
import { readUsage } from './chunk.ts';
import { withAnswered } from './failed-requests.ts';
import type { Connection } from './http/connection.ts';
import type { Body } from './http/encode-body.ts';
import { explained } from '../../../kit/explained.ts';
import { at, listAt, textAt } from './http/json.ts';

/**
 * `POST /images/generations`, or `POST /images/edits` as a form when there is an image. Pictures are returned as base64
 * or data URLs; other URLs are followed only on the provider's own origin, so that a response cannot make the service
 * call another machine (SSRF).
 * @throws Fault `upstream` when there is no image, one is on another origin, or its bytes are no PNG, JPEG or WebP
 */
export function createImages(
  spec: ModelSpec,
  ask: RetryingRequest,
  connection: Connection,
  timeoutMs: number,
) {
  const origin = new URL(spec.baseUrl).origin;

  return async function image(
    call: ImageCall,
  ): Promise<{ images: readonly Uint8Array[]; usage: ModelUsage }> {
    const path = call.image === undefined ? '/images/generations' : '/images/edits';
    const json = await ask(path, bodyOf(spec, call), call.signal, MAX_BYTES);
    const items = [...listAt(json, 'data'), ...listAt(json, 'images')].slice(0, MAX_IMAGES);
    if (items.length === 0)
      throw connection.toFault({ kind: 'protocol', reason: explained('model_no_picture') });
    const images: Uint8Array[] = [];
    try {
      for (const item of items) images.push(await pictureOf(item, call.signal));
    } catch (error) {
      // It was made, and is charged for, whether it can be fetched or not.
      throw withAnswered(error, 1);
    }
    return { images, usage: readUsage(at(json, 'usage')) ?? {} };
  };

  async function pictureOf(item: unknown, signal: AbortSignal): Promise<Uint8Array> {
    const url = textAt(item, 'url') ?? '';
    const base64 =
      textAt(item, 'b64_json') ||
      textAt(item, 'b64') ||
      /^data:image\/[\w.+-]+;base64,([\s\S]*)$/i.exec(url)?.[1];
    const bytes = base64 === undefined ? await download(url, signal) : Buffer.from(base64, 'base64');
    if (!isPicture(bytes))
      throw connection.toFault({ kind: 'protocol', reason: explained('model_odd_picture') });
    return bytes;
  }

  function download(address: string, signal: AbortSignal): Promise<Uint8Array> {
    const url = URL.parse(address, `${spec.baseUrl}/`);
    if (address === '' || url === null)
      throw connection.toFault({ kind: 'protocol', reason: explained('model_no_picture') });
    if (url.origin !== origin)
      throw connection.toFault({
        kind: 'protocol',
        reason: explained('model_picture_elsewhere'),
      });
    return connection.fetch(url, signal, { timeoutMs, maxBytes: MAX_BYTES });
  }
}

const MAX_IMAGES = 8;
/** Largest answer: pictures of pets have one or two megabytes. */
const MAX_BYTES = 12 * 1024 * 1024;

function bodyOf(spec: ModelSpec, call: ImageCall): Body {
  const fields = {
    model: spec.model,
    prompt: call.prompt,
    n: 1,
    size: `${call.width}x${call.height}`,
    response_format: 'b64_json',
    ...spec.body,
  };
  if (call.image === undefined) return { fields };
  const { bytes, mediaType } = call.image;
  const image = { field: 'image', name: `image.${EXTENSIONS.get(mediaType) ?? 'png'}`, bytes, mediaType };
  if (call.mask === undefined) return { fields, files: [image] };
  return {
    fields,
    files: [image, { field: 'mask', name: 'mask.png', bytes: call.mask, mediaType: 'image/png' }],
  };
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
]);

/** By the magic numbers of PNG, JPEG and WebP. */
const isPicture = (bytes: Uint8Array) =>
  /^(89504e470d0a1a0a|ffd8ff|52494646.{8}57454250)/.test(Buffer.from(bytes.subarray(0, 12)).toString('hex'));
