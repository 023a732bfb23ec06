import { explained, type ExplainedText } from '../../kit/explained.ts';
import { modelNamed } from '../../kit/model-named.ts';
import type { WritingEdit } from '../../../contract/writing/patch.ts';
import type { WritingRequest } from '../../../contract/writing/writing.ts';
import { disabled, invalid } from '../../kit/fault.ts';
import type { Feature } from '../../http/implement.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import { actions, type RewriteAction } from './actions.ts';
import type { WritingContext } from './ask-model.ts';
import { continueText, summarize } from './compose.ts';
import { applyEdits, editsBetween } from './editing/edits.ts';
import { linkEdits } from './linking/link.ts';
import type { LinkTarget } from './linking/link-phrases.ts';
import { proposedLinks, type ArticlesLike, type Heads } from './linking/propose-links.ts';
import { outline } from './outline.ts';
import { altText, pictureModel, type PictureOf } from './pictures/alt-text.ts';
import { propose } from './proposals.ts';
import { rewrite } from './rewrite.ts';
import { writingRoutes, type Changes, type Write } from './routes.ts';
import { unbalancedNotes } from './editing/unbalanced-markup.ts';

export interface WritingDeps {
  readonly config: Pick<Config, 'read'>;
  readonly models: Pick<Models, 'chat' | 'list' | 'defaultOf'>;
  /** The public articles that a text may name. */
  readonly articles: (text: string, signal?: AbortSignal) => Promise<Iterable<LinkTarget>>;
  /** Public articles by id. */
  readonly heads: Heads;
  /** What the index finds for a text, without a model. */
  readonly like: ArticlesLike;
  readonly picture: PictureOf;
}

/** Writing actions for authors. */
export const createWriting = (deps: WritingDeps): Feature => ({ routes: [writingRoutes(createWrite(deps))] });

export function createWrite(deps: WritingDeps): Write {
  return async function* write(request, signal) {
    const { text, instruction } = request;
    const action = actions[request.action];
    const settings = await deps.config.read('writing');
    if (!settings.enabled) throw disabled(explained('writing_off'));
    if (text.length > settings.maxInputLength)
      throw invalid(explained('writing_long', { most: settings.maxInputLength, length: text.length }));
    if (action.way === 'link' || action.way === 'propose-links') {
      if (instruction.trim() !== '') throw invalid(explained('writing_link'));
      const { url } = request;
      const named = linkEdits(text, await deps.articles(text, signal), url);
      return yield* withLinks(
        text,
        action.way === 'link' ? named : await proposedLinks({ ...deps, text, named, url, signal }),
      );
    }

    const { aiFoundationChatModelName } = await deps.config.read('models');
    const { models } = deps;
    const wanted = settings.writingModel || aiFoundationChatModelName;
    const model = action.way === 'alt-text' ? pictureModel(models, wanted).name : wanted;
    const info = modelNamed(models, 'chat', model);
    const context: WritingContext = {
      models,
      model,
      builtin: info?.builtin ?? false,
      maxTokens: settings.maxTokens,
      action: request.action,
      instruction,
      signal,
    };
    switch (action.way) {
      case 'rework':
        return yield* reworked(request, action, context);
      case 'continue':
        return continuation(text, yield* gathered(continueText(text, action, context)));
      case 'summarize':
        yield* summarize(text, action, context);
        return { edits: [] };
      case 'propose':
        yield await propose(text, action, context, action.isWords ? await knownTags(text, deps, signal) : []);
        return { edits: [] };
      case 'alt-text':
        yield await altText(request, action, context, deps.picture);
        return { edits: [] };
      case 'outline':
        yield* outline(text, { ...action, temperature: settings.outlineTemperature }, context, settings);
        return { edits: [] };
    }
  };
}

async function* reworked(
  { text, action: name, format }: WritingRequest,
  action: RewriteAction,
  context: WritingContext,
): AsyncGenerator<string, Changes> {
  const parts = yield* rewrite(text, action, context);
  const edits = parts.flatMap(({ start, source, result }) =>
    format === 'patch'
      ? editsBetween(source, result, action.grain).map((edit) => ({
          ...edit,
          start: edit.start + start,
          end: edit.end + start,
        }))
      : [],
  );
  const unchecked = context.builtin ? [withoutModel[name] ?? withoutModel.polish] : [];
  if (name !== 'proofread') return unchecked.length > 0 ? { edits, notes: unchecked } : { edits };
  const result = applyEdits(
    text,
    parts.map(({ start, source, result: replacement }) => ({
      start,
      end: start + source.length,
      replacement,
      reason: '',
    })),
  );
  return { edits, notes: [...unchecked, ...unbalancedNotes(result)] };
}

/** Notes for authors when only the built-in model is available: what was done and what was not. */
const withoutModel: Readonly<Record<string, ExplainedText>> & { readonly polish: ExplainedText } = {
  proofread: explained('writing_typography_checked'),
  polish: explained('writing_typography_tidied'),
  simplify: explained('writing_sentences_left_out'),
};

function continuation(text: string, added: string): Changes {
  return { edits: [{ start: text.length, end: text.length, replacement: added, reason: 'added' }] };
}

/** Passes pieces on and returns them joined. */
async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<string, string> {
  let all = '';
  for await (const piece of pieces) {
    all += piece;
    yield piece;
  }
  return all;
}

async function* withLinks(text: string, edits: WritingEdit[]): AsyncGenerator<string, Changes> {
  yield applyEdits(text, edits);
  return edits.length > 0 ? { edits } : { edits, notes: [explained('writing_no_links')] };
}

/** Articles whose tags are offered to a model, and tags at most. */
const articlesWithTags = 60;
const mostTags = 150;

/** The tags of the articles that are like a text, those of most articles first. */
async function knownTags(
  text: string,
  { like, heads }: Pick<WritingDeps, 'like' | 'heads'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids = await like(text.slice(0, 2000).toWellFormed(), articlesWithTags, signal);
  const counts = new Map<string, number>();
  const articles = await heads(ids);
  for (const id of ids)
    for (const { name } of articles.get(id)?.tags.slice(0, 30) ?? [])
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostTags)
    .map(([name]) => name.slice(0, 60));
}
