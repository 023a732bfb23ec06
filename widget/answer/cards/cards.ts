import { LitElement, nothing } from 'lit';
import type { StructuredResult } from '../../../contract/articles/articles.ts';
import type { Answer } from '../../chat/conversation.ts';
import { bringStyles } from '../../ui/bring-styles.ts';
import type { ViewContext } from '../context.ts';
import { articleCards } from './article-cards.ts';
import cardsCss from './cards.css?inline';
import { placeCards } from './place-cards.ts';

/** Rendered into the answer's tree to share its styles. */
abstract class Cards extends LitElement {
  declare context: ViewContext | undefined;

  protected override createRenderRoot(): HTMLElement {
    bringStyles(this, cardsCss);
    return this;
  }
}

export class ArticleCards extends Cards {
  static override properties = {
    result: { attribute: false },
    isIntroduced: { attribute: false },
    context: { attribute: false },
  };

  declare result: StructuredResult | undefined;
  /** True below a text that says how the articles were chosen. */
  declare isIntroduced: boolean;

  protected override render() {
    return this.result && this.context ? articleCards(this.result, this.isIntroduced, this.context) : nothing;
  }
}

export class PlaceCards extends Cards {
  static override properties = { answer: { attribute: false }, context: { attribute: false } };

  declare answer: Answer | undefined;

  protected override render() {
    return this.answer && this.context ? placeCards(this.answer, this.context) : nothing;
  }
}
