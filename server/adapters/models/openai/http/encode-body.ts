import type { FormData } from 'undici';

/** Fields of a request; with files it becomes a form. */
export interface Body {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Path of the call, where the server has another one than usual. */
  readonly path?: string;
  /** Kind of the texts of an embedding request: some models distinguish questions and passages. */
  readonly texts?: 'query' | 'passage';
  readonly files?: readonly {
    readonly field: string;
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly mediaType: string;
  }[];
}

/** JSON, or a multipart form when there are files. */
export function encodeBody(
  { fields, files }: Body,
  createForm: () => FormData,
): {
  headers: Record<string, string>;
  body: string | FormData;
} {
  if (files === undefined)
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
  const form = createForm();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const { field, name, bytes, mediaType } of files)
    form.append(field, new File([bytes.slice()], name, { type: mediaType }));
  return { headers: {}, body: form };
}
