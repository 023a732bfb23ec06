import type { Finished, Panel } from '../chat/panel-parts.ts';
import { mountLazy } from './mount-lazy.ts';
import { createLauncher } from './launcher.ts';
import { positionLauncher } from './launcher-position.ts';
import type { Service } from './service.ts';
import { settingsFrom, type Settings } from './settings.ts';
import { createShell, applyTheme } from '../appearance/shell.ts';
import { pageLanguage, type Language } from '../texts/language.ts';
import { shellTexts } from '../texts/shell-texts.ts';
import { createWindow, type ChatWindow } from './window.ts';

/** The element's interface for scripts of the page. */
export interface ChatElement extends HTMLElement {
  open(): Promise<void>;
  close(): void;
  /** Opens the chat and asks; ignored while an answer is running. */
  ask(question: string, intentRouteId?: string): Promise<void>;
  /** Shows the open chat with unsaved fields of the configuration. */
  preview(fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Opens the chat with an answer given elsewhere, to continue from it. */
  continueFrom(finished: Finished): Promise<void>;
}

/**
 * Defines `<docent-chat>`: a launcher with its window, or with the attribute `inline` the conversation in place. Its
 * events `docent:open`, `docent:close`, `docent:ask`, `docent:answer` and `docent:feedback` bubble.
 */
export function defineChat(service: Service): void {
  customElements.define(
    'docent-chat',
    class extends HTMLElement implements ChatElement {
      readonly #shell = createShell(this);
      #window: ChatWindow | undefined;
      #panel: Promise<Panel> | undefined;
      #started: Promise<void> | undefined;
      #previewed: Settings | undefined;
      #removeTheme = () => {};
      #stopPositioning = () => {};

      connectedCallback(): void {
        // Moving the element within the page keeps its conversation.
        this.#started ??= this.#start();
        void this.#showWhenStarted();
      }

      disconnectedCallback(): void {
        this.#removeTheme();
        this.#stopPositioning();
      }

      async open(): Promise<void> {
        await this.#started;
        this.#window?.open();
      }

      close(): void {
        this.#window?.close();
      }

      async ask(question: string, intentRouteId?: string): Promise<void> {
        await this.open();
        const panel = await this.#loadPanel();
        panel.ask(question, intentRouteId);
      }

      async continueFrom(finished: Finished): Promise<void> {
        await this.open();
        const panel = await this.#loadPanel();
        panel.hydrate(finished);
      }

      async preview(fields: Readonly<Record<string, unknown>>): Promise<void> {
        await this.#started;
        this.#previewed = settingsFrom({ ...(await this.#settings()), ...fields });
        this.#shell.replaceChildren();
        this.#window = undefined;
        this.#panel = undefined;
        this.#started = this.#start();
        await this.#showWhenStarted();
        await this.open();
      }

      async #settings(): Promise<Settings> {
        return this.#previewed ?? service.settings;
      }

      async #start(): Promise<void> {
        const settings = await this.#settings();
        const text = shellTexts(this.#language(), settings.texts);
        // Tells pages that offer questions that the chat is off.
        this.toggleAttribute('data-closed', !settings.allowGuest);
        if (this.hasAttribute('inline')) {
          this.#shell.classList.add('inline');
          await mountLazy(this.#shell, {
            text,
            loadPanel: () => this.#loadPanel(),
            shown: (panel, hadFocus) => hadFocus && panel.focusInput(),
          });
          return;
        }
        // A chat that is switched off has no button.
        if (settings.allowGuest) this.#mountLauncher(settings);
      }

      /** Adds the button and its window to the shell. */
      #mountLauncher(settings: Settings): void {
        const text = shellTexts(this.#language(), settings.texts);
        const launcher = createLauncher(settings, text);
        const window = createWindow({
          text,
          launcher,
          size: settings,
          loadPanel: () => this.#loadPanel(),
          tell: (event) => this.#tell(event),
        });
        this.#window = window;
        launcher.addEventListener('click', () => window.open());
        // Preloads the chat when the visitor reaches for the button.
        for (const sign of ['pointerenter', 'focus'] as const) {
          launcher.addEventListener(sign, () => void service.loadChat().catch(() => undefined), {
            once: true,
          });
        }
        this.#shell.append(launcher, window.element);
        window.resume();
      }

      #loadPanel(): Promise<Panel> {
        this.#panel ??= this.#createPanel();
        // A failed load is retried at the next opening.
        this.#panel.catch(() => (this.#panel = undefined));
        return this.#panel;
      }

      async #createPanel(): Promise<Panel> {
        const { createPanel } = await service.loadChat();
        const panel = await createPanel({
          settings: await this.#settings(),
          language: this.#language(),
          base: service.base,
          site: service.site,
          closable: !this.hasAttribute('inline'),
        });
        panel.addEventListener('docent:close', (event) => {
          event.stopPropagation();
          this.close();
        });
        panel.addEventListener('docent:show-page', (event) => {
          event.stopPropagation();
          this.#window?.makeRoom();
        });
        return panel;
      }

      async #showWhenStarted(): Promise<void> {
        await this.#started;
        const settings = await this.#settings();
        if (this.isConnected) this.#show(settings);
      }

      /** Follows the page's or the configured theme, and positions the button. */
      #show(settings: Settings): void {
        this.disconnectedCallback();
        this.#removeTheme = applyTheme(this.#shell, settings);
        const launcher = this.#shell.querySelector<HTMLButtonElement>('.launcher');
        if (launcher) this.#stopPositioning = positionLauncher(launcher, settings);
        this.#window?.restore();
      }

      #language(): Language {
        return pageLanguage(this);
      }

      #tell(event: 'open' | 'close'): void {
        this.dispatchEvent(new CustomEvent(`docent:${event}`, { bubbles: true, composed: true }));
      }
    },
  );
}
