import { iconElement } from '../appearance/icon-element.ts';
import { icons } from '../appearance/icons.ts';
import { announce } from './announce.ts';

/** The words of a copy button. */
export interface CopyWords {
  readonly label: string;
  readonly copied: string;
  readonly failed: string;
}

/** Time for which the button shows that it worked, in milliseconds. */
const thanksMs = 1600;

/** A button that copies a text, shows that it did and says so. */
export class CopyButton extends HTMLElement {
  readonly #button = document.createElement('button');
  #words: CopyWords = { label: '', copied: '', failed: '' };
  /** Gives the text to copy; called when it is needed. */
  content: () => string = () => '';

  constructor() {
    super();
    this.#button.type = 'button';
    this.#button.className = 'tool';
    this.#button.append(iconElement(icons.copy));
    this.#button.addEventListener('click', () => void this.#copy());
  }

  connectedCallback(): void {
    this.append(this.#button);
  }

  set words(words: CopyWords) {
    this.#words = words;
    this.#button.title = words.label;
    this.#button.setAttribute('aria-label', words.label);
  }

  async #copy(): Promise<void> {
    const { copyText } = await import('../kit/clipboard.ts').catch(() => ({ copyText: async () => false }));
    const copied = await copyText(this.content(), this);
    announce(this, copied ? this.#words.copied : this.#words.failed);
    if (!copied) return;
    this.#button.replaceChildren(iconElement(icons.check));
    setTimeout(() => this.#button.replaceChildren(iconElement(icons.copy)), thanksMs);
  }
}
