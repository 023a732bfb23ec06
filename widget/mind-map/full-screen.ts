import { make } from './dom.ts';

export interface FullScreen {
  toggle(): void;
  leave(): void;
  readonly isOn: () => boolean;
  /** Called after each change. */
  onChange: (isOn: boolean) => void;
}

interface Parts {
  /** The block on the page. */
  readonly element: HTMLElement;
  /** The element that fills the screen. */
  readonly frame: HTMLElement;
  /** The element to return the block to. */
  readonly shell: HTMLElement;
  readonly label: string;
}

/** Shows the block in full screen on every device: a modal dialog that Escape closes. The page keeps its scroll position. */
export function createFullScreen({ element, frame, shell, label }: Parts): FullScreen {
  const dialog = make('dialog', { class: 'full', 'aria-label': label });
  shell.append(dialog);

  const screen: FullScreen = {
    isOn: () => dialog.open,
    onChange: () => undefined,
    toggle: () => (dialog.open ? screen.leave() : enter()),
    leave: () => dialog.close(),
  };

  function enter(): void {
    element.style.minBlockSize = `${element.offsetHeight}px`;
    dialog.append(frame);
    dialog.showModal();
    screen.onChange(true);
  }

  dialog.addEventListener('close', () => {
    shell.prepend(frame);
    element.style.removeProperty('min-block-size');
    screen.onChange(false);
  });
  // The key must not reach the page, which may close something of its own.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.stopPropagation());
  return screen;
}
