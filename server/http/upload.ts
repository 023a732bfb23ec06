import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { explained } from '../kit/explained.ts';
import { invalid, isFault, type Fault } from '../kit/fault.ts';
import { BadRequestBody } from './bad-request-body.ts';

/** Bounds of form fields other than the file. */
const limits = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldSize: 16 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
} as const;

/** The rest of a refused upload is read and discarded up to this size, in bytes; then the connection is closed. */
const drainedBytes = 64 * 1024 * 1024;

/** Lets the operations of this scope read multipart forms; other scopes refuse them. */
export const acceptForms = (scope: FastifyInstance): PromiseLike<unknown> =>
  scope.register(multipart, { limits });

/**
 * Fields of a multipart form, with its file as bytes under `file`; an empty file (which browsers send when none is
 * chosen) counts as none. Nothing beyond the limits is kept, and the request is read to its end. Throws `invalid`, or
 * {@link BadRequestBody} when it is no form.
 */
export async function readForm(
  request: FastifyRequest,
  fileBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  if (!request.isMultipart()) {
    if (request.headers['content-type'] === undefined && request.body === undefined) return {};
    throw new BadRequestBody(415, 'The content type must be multipart/form-data');
  }
  const form = new Map<string, unknown>();
  try {
    for await (const part of request.parts({ limits: { fileSize: fileBytes } })) {
      const name = part.fieldname;
      if (form.has(name)) throw invalid(explained('form_field_twice', { name: shown(name) }));
      if (part.type === 'file') {
        if (name !== 'file') throw invalid(explained('form_file_elsewhere', { name: shown(name) }));
        const bytes = await part.toBuffer();
        if (bytes.length > 0) form.set(name, bytes);
      } else {
        if (part.valueTruncated || part.fieldnameTruncated)
          throw invalid(explained('form_field_long', { name: shown(name) }));
        form.set(name, part.value);
      }
    }
    return Object.fromEntries(form);
  } catch (error) {
    throw refusal(error, fileBytes);
  } finally {
    drain(request.raw);
  }
}

const shown = (name: string): string => name.slice(0, 40);

/** Errors while a form is read are always the sender's. */
function refusal(error: unknown, fileBytes: number): Fault {
  if (isFault(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return invalid(explained('file_large', { size: fileBytes / (1024 * 1024) }));
  return invalid(explained(formCodes.get(code) ?? 'form_unreadable'));
}

const formCodes = new Map([
  ['FST_FILES_LIMIT', 'form_one_file' as const],
  ['FST_FIELDS_LIMIT', 'form_many_fields' as const],
  ['FST_PARTS_LIMIT', 'form_many_parts' as const],
  ['FST_PROTO_VIOLATION', 'form_unknown_field' as const],
  ['FST_INVALID_JSON_FIELD_ERROR', 'form_field_no_json' as const],
]);

/** The client reads the reply only after it has sent its body. */
function drain(raw: IncomingMessage): void {
  raw.unpipe();
  if (raw.readableEnded || raw.destroyed) return;
  let left = drainedBytes;
  raw.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}
