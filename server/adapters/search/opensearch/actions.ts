import type { CandidateArticle, CandidateChange } from '../../../ports/candidates.ts';
import { articleDocument, passageId, wordDocument, type Owner } from './documents.ts';
import type { Words } from './words.ts';

/** One action of a batch. */
export interface Action {
  readonly head: object;
  readonly document?: object;
  /** Approximate size in bytes. */
  readonly size: number;
}

/** What the engine has of an article's last version, and of all words. */
interface Standing {
  readonly passages: number;
  readonly words: ReadonlySet<string>;
}

/** The actions that write an article; passages first, so that an article that is found has all of them. */
export function* actionsOf(
  { textOf, ...owner }: Owner & Pick<Words, 'textOf'>,
  { articleId, seq, article }: CandidateChange,
  before: Standing,
): Generator<Action> {
  const parts = article?.passages ?? [];
  const shared = { site: owner.site, gen: owner.generation };
  for (const word of article?.words ?? []) {
    if (before.words.has(word)) continue;
    yield {
      head: { create: { _id: wordDocument(owner, word) } },
      document: { ...shared, kind: 'w', word },
      size: 100,
    };
  }
  for (const [nth, part] of parts.entries()) {
    const p = textOf(part);
    const isUsable = part.vector?.some((value) => value !== 0) === true;
    yield {
      head: { index: { _id: passageId(owner, { articleId, nth }) } },
      document: {
        ...shared,
        kind: 'p',
        article: articleId,
        seq,
        nth,
        length: part.length,
        hasVector: isUsable ? 1 : 0,
        p,
        ...(isUsable && { v: [...(part.vector ?? [])] }),
      },
      size: p.length + 12 * (part.vector?.length ?? 0),
    };
  }
  for (let nth = parts.length; nth < before.passages; nth++)
    yield { head: { delete: { _id: passageId(owner, { articleId, nth }) } }, size: 100 };
  const _id = articleDocument(owner, articleId);
  if (article === undefined) yield { head: { delete: { _id } }, size: 100 };
  else yield articleAction(_id, { ...shared, article: articleId, seq }, { article, textOf });
}

function articleAction(
  _id: string,
  shared: object,
  { article, textOf }: Pick<Words, 'textOf'> & { readonly article: CandidateArticle },
): Action {
  const { whole, titleTerms, title, language, passages } = article;
  const a = textOf(whole);
  const packed = Buffer.from(article.packed).toString('base64');
  return {
    head: { index: { _id } },
    document: {
      ...shared,
      kind: 'a',
      passages: passages.length,
      length: whole.length,
      language,
      a,
      t: textOf({ terms: titleTerms, counts: [] }),
      title: title.slice(0, LONGEST_TITLE),
      packed,
    },
    size: a.length + packed.length,
  };
}

const LONGEST_TITLE = 1_000;

/** Throws RangeError: vectors of one index have one length. */
export function refuseOtherVectors(article: CandidateArticle | undefined, dimensions: number): void {
  const other = article?.passages.find(
    ({ vector }) => vector !== undefined && vector.length !== dimensions,
  )?.vector;
  if (other !== undefined)
    throw new RangeError(
      `a passage has a vector of ${other.length} dimensions, the index holds ${dimensions}`,
    );
}
