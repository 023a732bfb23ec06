import type { ChatElement } from '../loader/docent-chat.ts';
import { createLauncher } from '../loader/button/launcher.ts';
import { makeDraggable } from '../loader/button/launcher-drag.ts';
import { positionLauncher } from '../loader/button/launcher-position.ts';
import type { ShellSettings } from '../loader/shell-settings.ts';
import { createShell, applyTheme } from '../appearance/shell.ts';
import { createPace } from '../kit/pace.ts';
import { placeBeside } from './beside-window.ts';
import { createFigure, type Figure } from './figure.ts';
import { followMoods } from './moods.ts';
import petCss from './pet.css?inline';
import { petSettingsFrom, type PetSettings } from './pet-settings.ts';
import { wander } from './wander.ts';

export interface PetOptions {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** The public configuration as received. */
  readonly configuration: unknown;
  readonly settings: ShellSettings;
  readonly chat: () => ChatElement | null;
  /** Removes the pet from the page. */
  readonly signal: AbortSignal;
}

/**
 * Replaces the chat's button by the pet; it acts like the button and waits beside the open window. Throws when its
 * picture does not load, and leaves the button unchanged.
 */
export async function keepPet({ base, configuration, settings, chat, signal }: PetOptions): Promise<void> {
  const pet = petSettingsFrom(configuration, base);
  if (!pet) return;
  const figure = await createFigure(pet);
  if (signal.aborted) return;
  const host = document.createElement('docent-pet');
  const shell = createShell(host);
  addStyles(host);
  const button = createButton(pet, settings, {
    figure,
    title: chat()?.shadowRoot?.querySelector<HTMLElement>('.launcher')?.title ?? '',
  });
  shell.append(button);

  const launcher = () => chat()?.shadowRoot?.querySelector<HTMLButtonElement>('.launcher') ?? undefined;
  const chatWindow = () => chat()?.shadowRoot?.querySelector<HTMLDialogElement>('.window') ?? undefined;

  // A page may take away what it does not know, as soon as it comes.
  const mayAdd = createPace();

  /** Shows the pet in place of the button. */
  function standIn(): void {
    const replaced = launcher();
    if (!replaced) return host.remove();
    if (!host.isConnected && mayAdd()) document.body.append(host);
    replaced.hidden = true;
    placeBeside(button, chatWindow());
  }

  button.addEventListener('click', () => {
    const replaced = launcher();
    if (replaced && button.dataset.side) replaced.dataset.side = button.dataset.side;
    void chat()?.open();
  });
  // The button preloads the chat when the visitor reaches for it.
  for (const sign of ['pointerenter', 'focus'] as const)
    button.addEventListener(
      sign,
      () => {
        figure.wake();
        launcher()?.dispatchEvent(new Event(sign));
      },
      { once: true },
    );
  // Beside the window it keeps its position.
  button.addEventListener(
    'pointerdown',
    (event) => 'beside' in button.dataset && event.stopImmediatePropagation(),
    { capture: true },
  );
  document.addEventListener('docent:open', standIn, { signal });
  document.addEventListener(
    'docent:close',
    () => {
      const hadFocus = chat()?.shadowRoot?.activeElement === launcher();
      standIn();
      if (hadFocus) button.focus();
    },
    { signal },
  );
  addEventListener('resize', () => placeBeside(button, chatWindow()), { signal });
  const sized = new ResizeObserver(() => placeBeside(button, chatWindow()));

  standIn();
  const observer = new MutationObserver(() => {
    watch();
    standIn();
  });
  // The body itself may be replaced.
  const watch = () => {
    observer.observe(document.documentElement, { childList: true });
    observer.observe(document.body, { childList: true });
    // The chat draws its button and window anew for late settings and another language.
    const drawn = launcher()?.parentElement;
    if (drawn) observer.observe(drawn, { childList: true });
    const opened = chatWindow();
    if (opened) sized.observe(opened);
  };
  watch();
  const ends = [
    applyTheme(shell, settings),
    positionLauncher(button, settings, async () => ({ makeDraggable })),
    followMoods(figure),
    wander(button, figure),
    () => observer.disconnect(),
    () => sized.disconnect(),
  ];
  signal.addEventListener('abort', () => {
    for (const end of ends) end();
    host.remove();
    const replaced = launcher();
    if (replaced) replaced.hidden = chatWindow()?.open ?? false;
  });
}

interface ButtonLook {
  readonly figure: Figure;
  /** The label of the chat's button. */
  readonly title: string;
}

/** Maximum share of a narrow screen's width, and minimum width in CSS pixels. */
const leastSize = 56;

function createButton(
  pet: PetSettings,
  settings: ShellSettings,
  { figure, title }: ButtonLook,
): HTMLButtonElement {
  const look = { ...settings, triggerSize: pet.size, triggerShape: 'rounded', triggerLabel: '' } as const;
  const button = createLauncher(look, { title });
  button.classList.add('pet');
  // Does not grow with the text size: a picture stays readable, and would cover more of the page.
  button.style.setProperty('--docent-size', `max(${leastSize}px, min(${pet.size}px, 18vw))`);
  button.dataset.style = pet.style;
  if (pet.name !== '') button.setAttribute('aria-label', `${pet.name}: ${title}`);
  button.replaceChildren(figure.element);
  return button;
}

function addStyles({ shadowRoot }: HTMLElement): void {
  if (!shadowRoot) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(petCss);
  shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
}
