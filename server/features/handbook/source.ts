import { inEnglish } from '../../kit/explained.ts';
import { z } from 'zod';
import { splitFrontMatter } from '../../markup/front-matter.ts';

/** Source of a page of the handbook. */
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
  const split = splitFrontMatter(text);
  if (!split.ok) throw new Error(`line ${split.line} of the front matter: ${inEnglish(split.reason)}`);
  return { ...FrontMatter.parse(split.data), body: split.body };
}
