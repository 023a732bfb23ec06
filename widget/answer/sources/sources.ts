import { LitElement, nothing } from 'lit';
import type { Answer } from '../../chat/conversation.ts';
import { bringStyles } from '../../ui/bring-styles.ts';
import type { ViewContext } from '../context.ts';
import { nearestArticles, references } from './references.ts';
import sourcesCss from './sources.css?inline';

/** Maximum number of related articles. */
const mostNearest = 5;

/** The sources below an answer, or the articles closest to a question without one; rendered into the answer's tree. */
export class Sources extends LitElement {
  static override properties = {
    answer: { attribute: false },
    isNearest: { attribute: false },
    context: { attribute: false },
  };

  declare answer: Answer | undefined;
  declare isNearest: boolean;
  declare context: ViewContext | undefined;

  protected override createRenderRoot(): HTMLElement {
    bringStyles(this, sourcesCss);
    return this;
  }

  protected override render() {
    const { answer, context } = this;
    if (!answer || !context) return nothing;
    return this.isNearest
      ? nearestArticles(answer.nearest.slice(0, mostNearest), context)
      : references(answer, context);
  }
}
