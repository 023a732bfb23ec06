const name = 'docent-announce';

/** Asks the panel around `element` to say something to people who cannot see it. */
export function announce(element: HTMLElement, words: string): void {
  element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: words }));
}

/** Hears what the elements inside `root` want to be said. */
export function onAnnouncement(root: EventTarget, listen: (words: string) => void): void {
  root.addEventListener(name, (event) => {
    if (event instanceof CustomEvent) listen(String(event.detail));
  });
}
