import { Parser, Renderer, type Token, type Tokens } from 'marked';
import { createHeadingIds } from '../../../../markup/heading-id.ts';
import { escapeHtml } from '../../../../markup/html.ts';
import { lexMarkdown, plainInline } from '../../../../markup/markdown.ts';
import { createFormulas, formulaRules } from './formulas.ts';
import type { Resolve } from './links.ts';
import { isTooDeep, sanitise } from './sanitise.ts';

export interface Rendered {
  /** Sanitised HTML without scripts. */
  readonly html: string;
  /** Id of the page's title, `''` for none. */
  readonly titleId: string;
}

/**
 * Renders an article's Markdown. Headings get the same ids as in the indexer; a first heading that repeats the title is
 * dropped, since the page shows the title. Raw HTML is sanitised, or dropped when nested too deeply. Formulas become MathML.
 */
export const renderMarkdown = (text: string, title: string, resolve: Resolve): Rendered => {
  const tokens = lexMarkdown(text, formulaRules);
  const formulas = createFormulas();
  const titleToken = tokens.find(
    (token) => token.type !== 'space' && token.type !== 'html' && token.type !== 'def',
  );
  const render = (keepsHtml: boolean): Rendered => {
    const renderer = new ArticleRenderer(title, titleToken, keepsHtml);
    const extensions = { childTokens: {}, renderers: formulas.renderers };
    const html = new Parser({ renderer, extensions }).parse(tokens);
    return { html, titleId: renderer.titleId };
  };
  const whole = render(true);
  const { html, titleId } = isTooDeep(whole.html) ? render(false) : whole;
  return { html: formulas.draw(sanitise(html, resolve)), titleId };
};

/** Marked allows other output only by a subclass. */
class ArticleRenderer extends Renderer {
  titleId = '';
  readonly #headingId = createHeadingIds();
  readonly #title: string;
  readonly #titleToken: Token | undefined;
  readonly #keepsHtml: boolean;

  constructor(title: string, titleToken: Token | undefined, keepsHtml: boolean) {
    super();
    this.#title = title;
    this.#titleToken = titleToken;
    this.#keepsHtml = keepsHtml;
  }

  override heading(token: Tokens.Heading): string {
    const plain = plainInline(token.tokens);
    const name = plain === '' ? undefined : this.#headingId(plain);
    const inner = this.parser.parseInline(token.tokens).replace(/(?<!\s)\s*\{#[^{}]*\}\s*$/, '');
    if (token === this.#titleToken && token.depth === 1 && name?.text === this.#title) {
      this.titleId = name.id;
      return '';
    }
    const id = name ? ` id="${escapeHtml(name.id)}"` : '';
    return `<h${token.depth}${id}>${inner}</h${token.depth}>\n`;
  }

  override tablecell(token: Tokens.TableCell): string {
    const width = widthOf(plainInline(token.tokens));
    const kind = width > longCell ? ' class="long"' : width <= shortCell ? ' class="short"' : '';
    return super.tablecell(token).replace(/^<t[dh]/, `$&${kind}`);
  }

  override html(token: Tokens.HTML | Tokens.Tag): string {
    return this.#keepsHtml ? token.text : '';
  }
}

/** Maximum width, in Latin letters, of a cell that fits on one line, such as "2 min"; longer cells contain text that wraps. */
const shortCell = 8;
const longCell = 18;

/** Approximate width of a text in Latin letters; CJK characters are twice as wide. */
const widthOf = (text: string): number =>
  text.length + (text.match(/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/g)?.length ?? 0);
