import type {
  Docent,
  DocentAsked,
  DocentAskOptions,
  DocentOpenOptions,
} from '../../contract/widget/page-api.ts';
import type { Finished, Panel } from '../chat/panel-parts.ts';
import { checkOpening, checkQuestion } from './page/call-arguments.ts';
import { keepKeys } from './keep-keys.ts';
import { mountLazy } from './mount-lazy.ts';
import { createLauncher } from './button/launcher.ts';
import { positionLauncher } from './button/launcher-position.ts';
import { closedFirst, createOutbox } from './page/outbox.ts';
import type { Service } from './service.ts';
import { shellSettingsFrom, type ShellSettings } from './shell-settings.ts';
import { fieldsOf } from '../kit/coerce.ts';
import { createShell, applyTheme } from '../appearance/shell.ts';
import { pageLanguage, type Language } from '../texts/language.ts';
import { shellTexts, shellWords, type ShellTexts } from '../texts/shell-texts.ts';
import { createWindow, type ChatWindow } from './window.ts';

/** The element's interface for scripts of the page. */
export interface ChatElement extends HTMLElement, Pick<Docent, 'open' | 'close'> {
  /** As `Docent.ask`; a text as second argument is the intent route. */
  ask(question: string, options?: string | DocentAskOptions): Promise<DocentAsked>;
  /** Resolves when it can be opened. */
  readonly started: Promise<void>;
  /** Shows the open chat with unsaved fields of the configuration. */
  preview(fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Opens the chat with an answer given elsewhere, to continue from it. */
  continueFrom(finished: Finished): Promise<void>;
}

const isOff = 'The chat of this site is switched off.';

/**
 * Defines `<docent-chat>`: a launcher with its window, or with the attribute `inline` the conversation in place. Its
 * events `docent:open`, `docent:close`, `docent:ask`, `docent:answer`, `docent:feedback`, `docent:limit` and `docent:error` bubble.
 */
export function defineChat(service: Service): void {
  customElements.define(
    'docent-chat',
    class extends HTMLElement implements ChatElement {
      readonly #shell = createShell(this);
      readonly #outbox = createOutbox();
      readonly #languages = new MutationObserver(() => void this.#followLanguage());
      #window: ChatWindow | undefined;
      #panel: Promise<Panel> | undefined;
      #started: Promise<void> | undefined;
      #drawing = Promise.resolve();
      #drawn: ShellSettings | undefined;
      #spoken: Language | undefined;
      #previewed: ShellSettings | undefined;
      #isStarted = false;
      #wantsOpen = false;
      #isTold = false;
      #removeTheme = () => {};
      #stopPositioning = () => {};

      connectedCallback(): void {
        // Moving the element within the page keeps its conversation.
        this.#started ??= this.#start();
        void this.#showWhenStarted();
        this.#languages.observe(document.documentElement, { attributeFilter: ['lang'] });
      }

      disconnectedCallback(): void {
        this.#languages.disconnect();
        this.#leave();
      }

      #leave(): void {
        this.#removeTheme();
        this.#stopPositioning();
      }

      get started(): Promise<void> {
        return this.#started ?? Promise.resolve();
      }

      async open(options?: DocentOpenOptions): Promise<void> {
        checkOpening(options);
        const { query = '', submit } = options ?? {};
        if (query.trim() !== '') void this.ask(query, { submit: submit === true });
        await this.#open();
      }

      close(): void {
        this.#wantsOpen = false;
        this.#outbox.cancel(closedFirst);
        this.#window?.close();
      }

      ask(question: string, options?: string | DocentAskOptions): Promise<DocentAsked> {
        const wish = typeof options === 'string' ? { intentRouteId: options } : (options ?? {});
        checkQuestion(question, wish);
        const said =
          wish.submit === false
            ? this.#outbox
                .hand((panel) => panel.prefill(question))
                .then((): DocentAsked => ({ asked: '', answerState: undefined, citations: [] }))
            : this.#outbox.ask((panel) => panel.ask(question, wish));
        void this.#open();
        // Pages that do not wait for the answer have nothing to do with its failure.
        said.catch(() => undefined);
        return said;
      }

      async continueFrom(finished: Finished): Promise<void> {
        const handed = this.#outbox.hand((panel) => panel.hydrate(finished), true);
        await Promise.all([this.#open(), handed.catch(() => undefined)]);
      }

      preview(fields: Readonly<Record<string, unknown>>): Promise<void> {
        return this.#redraw(async () => {
          // Defaults that stand in while the settings are awaited would stay.
          const { given } = this.#previewed ?? (await service.configuration.settled());
          this.#previewed = shellSettingsFrom({ ...fieldsOf(given), ...fields });
        }, true);
      }

      async #open(): Promise<void> {
        this.#wantsOpen = true;
        if (!this.#isStarted) await this.#started;
        if (this.#wantsOpen) this.#window?.open();
      }

      /** Draws everything anew once `change` was made; what is asked meanwhile waits for it. */
      #redraw(change: () => Promise<void>, opens = false): Promise<void> {
        this.#drawing = this.#drawNext(this.#drawing, change, opens);
        return this.#drawing;
      }

      async #drawNext(before: Promise<void>, change: () => Promise<void>, opens: boolean): Promise<void> {
        await before;
        await this.#started;
        // A running answer would end with its panel.
        if (!opens) await (await this.#panel?.catch(() => undefined))?.idle();
        this.#outbox.give(undefined);
        await change();
        const wasOpen = this.#window?.isOpen() ?? false;
        const hadFocus = this.#shell.matches(':focus-within');
        this.#shell.replaceChildren();
        this.#window = undefined;
        this.#panel = undefined;
        this.#isStarted = false;
        this.#started = this.#start();
        await this.#showWhenStarted();
        if (opens) await this.#open();
        else if (wasOpen) this.#succeed(hadFocus);
      }

      async #followLanguage(): Promise<void> {
        await this.#drawing;
        if (this.#spoken !== this.#language()) await this.#redraw(async () => undefined);
      }

      #succeed(hadFocus: boolean): void {
        this.#window?.succeed(hadFocus);
      }

      async #settings(): Promise<ShellSettings> {
        return this.#previewed ?? service.configuration.soon();
      }

      async #start(): Promise<void> {
        const language = this.#language();
        const loaded = shellWords(language, service.loadWords);
        const settings = await this.#settings();
        const text = shellTexts(await loaded, language, settings);
        this.#drawn = settings;
        this.#spoken = language;
        void this.#drawAgainWhenSettled(settings);
        this.#outbox.refuse(settings.allowGuest ? undefined : isOff);
        // Tells pages that offer questions that the chat is off.
        this.toggleAttribute('data-closed', !settings.allowGuest);
        if (this.hasAttribute('inline')) {
          this.#shell.classList.add('inline');
          keepKeys(this.#shell);
          await mountLazy(this.#shell, {
            text,
            loadPanel: () => this.#loadPanel(),
            shown: (panel, hadFocus) => {
              this.#outbox.give(panel);
              if (hadFocus) void panel.focusInput();
            },
            failed: (reason) => this.#tell('error', { reason }),
          });
        }
        // A chat that is switched off has no button.
        else if (settings.allowGuest) this.#mountLauncher(settings, text);
        this.#isStarted = true;
      }

      /** ShellSettings that come after the button was drawn are applied then. */
      async #drawAgainWhenSettled(drawn: ShellSettings): Promise<void> {
        if (drawn === this.#previewed) return;
        const settled = await service.configuration.settled();
        if (settled !== drawn && this.#drawn === drawn) await this.#redraw(async () => undefined);
      }

      /** Adds the button and its window to the shell. */
      #mountLauncher(settings: ShellSettings, text: ShellTexts): void {
        const launcher = createLauncher(settings, text);
        const window = createWindow({
          text,
          launcher,
          showsLauncher: service.showsLauncher,
          size: settings,
          loadPanel: () => this.#loadPanel(),
          mounted: (panel, element) => {
            this.#outbox.give(panel);
            // Without them the window has its usual size.
            panel.furnish(element, settings).catch(() => undefined);
          },
          tell: (event, detail) => this.#tell(event, detail),
        });
        this.#window = window;
        launcher.hidden = !service.showsLauncher;
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
          shell: await this.#settings(),
          language: this.#language(),
          base: service.base,
          site: service.site,
          closable: !this.hasAttribute('inline'),
        });
        panel.addEventListener('docent:close', (event) => {
          event.stopPropagation();
          this.#window?.close();
        });
        panel.addEventListener('docent:ask', () => this.#window?.answers(true));
        panel.addEventListener('docent:answer', () => this.#window?.answers(false));
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
      #show(settings: ShellSettings): void {
        this.#leave();
        this.#removeTheme = applyTheme(this.#shell, settings);
        const launcher = this.#shell.querySelector<HTMLButtonElement>('.launcher');
        if (launcher) this.#stopPositioning = positionLauncher(launcher, settings, service.loadDrag);
        this.#window?.restore();
      }

      #language() {
        return pageLanguage(this);
      }

      #tell(event: 'open' | 'close' | 'error', detail?: unknown): void {
        if (event === 'close') {
          this.#wantsOpen = false;
          this.#outbox.cancel(closedFirst);
        }
        // A window that was drawn anew has been open before.
        if (event !== 'error' && this.#isTold === (event === 'open')) return;
        if (event !== 'error') this.#isTold = event === 'open';
        this.dispatchEvent(new CustomEvent(`docent:${event}`, { bubbles: true, composed: true, detail }));
      }
    },
  );
}
