import type { JsonSchema } from './schemas.ts';

export interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
  /** The events of a stream: name, meaning, payload. */
  readonly 'x-events'?: readonly EventMember[];
}

export interface EventMember {
  readonly event: string;
  readonly description: string;
  readonly data: JsonSchema;
}
