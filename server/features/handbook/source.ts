import { parse } from 'yaml';
import { z } from 'zod';

/** A page of the handbook as it is written. */
export interface Source {
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** Markdown */
  readonly body: string;
}

const FrontMatter = z.object({ title: z.string(), description: z.string(), date: z.coerce.string() });

/** Reads front matter and text. Throws on a file without them: the handbook is part of the program. */
export function readSource(text: string): Source {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  return { ...FrontMatter.parse(parse(head)), body };
}
