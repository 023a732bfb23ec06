import { accentOf } from './accent.ts';
import type { Panel } from './chat.ts';
import { fill } from './fill.ts';
import { createLauncher } from './launcher.ts';
import type { Settings } from './settings.ts';
import shellCss from './shell.css?inline';
import { languageOf, shellText, type Language } from './text.ts';
import { watchPageTheme, type Theme } from './theme.ts';
import { createWindow, type ChatWindow } from './window.ts';

/** What the element needs of the service. */
export interface Service {
  /** Address of the service, ending in a slash. */
  readonly base: URL;
  readonly settings: Promise<Settings>;
  loadChat(): Promise<Pick<typeof import('./chat.ts'), 'createPanel'>>;
}

/**
 * Defines `<docent-chat>`: a launcher with its window, or with the attribute `inline` the conversation in place.
 * Methods `open()`, `close()` and `ask(question)`; events `docent:open`, `docent:close` and `docent:answer` bubble.
 */
export function defineChat(service: Service): void {
  customElements.define(
    'docent-chat',
    class extends HTMLElement {
      readonly #shell = createShell(this);
      #window: ChatWindow | undefined;
      #panel: Promise<Panel> | undefined;
      #started: Promise<void> | undefined;
      #stopWatching = () => {};

      connectedCallback(): void {
        // A page that moves the element keeps its conversation.
        this.#started ??= this.#start();
        void service.settings.then((settings) => this.isConnected && this.#dress(settings));
      }

      disconnectedCallback(): void {
        this.#stopWatching();
      }

      async open(): Promise<void> {
        await this.#started;
        this.#window?.open();
      }

      close(): void {
        this.#window?.close();
      }

      /** Opens the chat and asks; ignored while an answer is on its way. */
      async ask(question: string): Promise<void> {
        await this.open();
        const panel = await this.#loadPanel();
        panel.ask(question);
      }

      async #start(): Promise<void> {
        const settings = await service.settings;
        const inline = this.hasAttribute('inline');
        const text = shellText[this.#language()];
        if (inline) {
          this.#shell.classList.add('inline');
          await fill(this.#shell, { text, loadPanel: () => this.#loadPanel() });
          return;
        }
        // A chat that answers nobody offers no button.
        if (!settings.allowGuest) return;
        const launcher = createLauncher(settings, text);
        this.#window = createWindow({
          text,
          launcher,
          loadPanel: () => this.#loadPanel(),
          tell: (event) => this.#tell(event),
        });
        launcher.addEventListener('click', () => this.#window?.open());
        // Who reaches for the button will want the chat.
        for (const sign of ['pointerenter', 'focus'] as const) {
          launcher.addEventListener(sign, () => void service.loadChat().catch(() => undefined), {
            once: true,
          });
        }
        this.#shell.append(launcher, this.#window.element);
      }

      #loadPanel(): Promise<Panel> {
        this.#panel ??= this.#createPanel();
        // A failed load is tried again next time.
        this.#panel.catch(() => (this.#panel = undefined));
        return this.#panel;
      }

      async #createPanel(): Promise<Panel> {
        const { createPanel } = await service.loadChat();
        const panel = createPanel({
          settings: await service.settings,
          language: this.#language(),
          base: service.base,
          closable: !this.hasAttribute('inline'),
        });
        panel.addEventListener('docent:close', (event) => {
          event.stopPropagation();
          this.close();
        });
        return panel;
      }

      /** Follows the theme of the page or the one the administrator chose. */
      #dress(settings: Settings): void {
        this.#stopWatching();
        if (settings.theme === 'auto')
          this.#stopWatching = watchPageTheme((theme) => paint(this.#shell, settings, theme));
        else paint(this.#shell, settings, settings.theme);
      }

      #language(): Language {
        const { lang } = this.closest<HTMLElement>('[lang]') ?? document.documentElement;
        return languageOf(lang, navigator.language);
      }

      #tell(event: 'open' | 'close'): void {
        this.dispatchEvent(new CustomEvent(`docent:${event}`, { bubbles: true, composed: true }));
      }
    },
  );
}

/** The root of everything: cut off from the page's inherited styles, home of our colours and sizes. */
function createShell(host: HTMLElement): HTMLElement {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(shellCss);
  root.adoptedStyleSheets = [sheet];
  const shell = document.createElement('div');
  shell.className = 'shell';
  root.append(shell);
  return shell;
}

function paint(shell: HTMLElement, settings: Settings, theme: Theme): void {
  const { fill, ink, text } = accentOf(settings.color, theme);
  shell.dataset.theme = theme;
  shell.style.setProperty('--docent-fill', fill);
  shell.style.setProperty('--docent-ink', ink);
  shell.style.setProperty('--docent-accent', text);
  shell.style.setProperty('--docent-width', `${settings.width}px`);
  shell.style.setProperty('--docent-height', `${settings.height}px`);
}
