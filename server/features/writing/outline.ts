import { unusableReply } from '../../kit/fault.ts';
import { isRecord } from '../../kit/json.ts';
import type { OutlineSection } from '../../../contract/writing/writing.ts';
import { jsonObjectIn } from '../../model-calls/model-json.ts';
import { askModel, type WritingContext } from './ask-model.ts';
import type { ComposeAction } from './actions.ts';
import { readableOf } from './compose.ts';
import { outlineForm, writingPrompt } from './prompt.ts';
import { numbered, type Numbering } from './outline-numbers.ts';
import { explained } from '../../kit/explained.ts';

/** The administrator's settings of outlines. */
export interface OutlineSettings {
  readonly outlineSections: number;
  readonly outlineDepth: number;
  readonly outlineNumbering: Numbering;
  readonly outlineExtraPrompt: string;
}

/**
 * Streams the JSON of an outline (rule WR7) section by section: parsed from the model's reply, normalized and numbered.
 * Throws `upstream` when the reply has no outline.
 */
export async function* outline(
  text: string,
  action: ComposeAction,
  context: WritingContext,
  settings: OutlineSettings,
): AsyncGenerator<string> {
  const readable = await readableOf(text, context);
  const { messages } = writingPrompt({
    duty: action.duty,
    text: readable,
    instruction: context.instruction,
    form: outlineForm(settings.outlineSections, settings.outlineDepth, settings.outlineExtraPrompt),
  });
  let reply = '';
  let given = '';
  const grown = (isWhole: boolean): string => {
    const read = readOutline(reply, settings, isWhole);
    if (isWhole && !read?.startsWith(given)) throw unusableReply(explained('writing_no_outline'));
    if (!read?.startsWith(given)) return '';
    const fresh = read.slice(given.length);
    given = read;
    return fresh;
  };
  for await (const piece of askModel(context, {
    messages,
    text: readable,
    temperature: action.temperature,
    json: true,
  })) {
    reply += piece;
    const fresh = piece.includes('}') ? grown(false) : '';
    if (fresh !== '') yield fresh;
  }
  const rest = grown(true);
  if (rest !== '') yield rest;
}

/**
 * JSON of the outline in a reply. Of an incomplete reply, the part that will not change; its last section may still
 * grow.
 */
function readOutline(reply: string, settings: OutlineSettings, isWhole: boolean): string | undefined {
  // JSON strings cannot contain line breaks, and outside of strings they are white space.
  const found = jsonObjectIn(reply.replace(/\s+/g, ' '));
  const title = textOf(found, 'title');
  const all = sectionsOf(found?.['sections'], settings.outlineDepth);
  const sections = numbered(isWhole ? all : all.slice(0, -1), settings.outlineNumbering, title);
  if (title === '' || sections.length === 0) return undefined;
  const summary = textOf(found, 'summary');
  const begun = JSON.stringify({ title, summary, sections }).slice(0, -2);
  return isWhole ? `${begun}],"depth":${Math.max(...sections.map(depthOf))}}` : begun;
}

const depthOf = ({ children = [] }: OutlineSection): number => 1 + Math.max(0, ...children.map(depthOf));

/** Sections with a heading, to the given depth; a plain string counts as a heading. */
function sectionsOf(value: unknown, depth: number): OutlineSection[] {
  if (!Array.isArray(value) || depth === 0) return [];
  return value.slice(0, MAX_SECTIONS).flatMap((one: unknown): OutlineSection[] => {
    const section = typeof one === 'string' ? { heading: one } : one;
    const heading = textOf(section, 'heading') || textOf(section, 'title');
    if (heading === '') return [];
    const below = isRecord(section) ? sectionsOf(section['children'] ?? section['sections'], depth - 1) : [];
    return [{ heading, summary: textOf(section, 'summary'), ...(below.length > 0 && { children: below }) }];
  });
}

const MAX_SECTIONS = 40;

function textOf(value: unknown, name: string): string {
  const text = isRecord(value) ? value[name] : undefined;
  return typeof text === 'string' ? text.trim() : '';
}
