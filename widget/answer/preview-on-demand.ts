import type { Citation } from '../../contract/articles/articles.ts';

/** Loads the preview of sources when a mark is first hovered or focused. */
export function previewOnDemand(frame: ShadowRoot, sourceOf: (mark: Element) => Citation | undefined): void {
  const begin = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('[data-source]')) return;
    for (const kind of kinds) frame.removeEventListener(kind, begin);
    void import('./mark-preview.ts').then(
      ({ previewMarks }) =>
        // The visitor may have moved to the next mark meanwhile.
        previewMarks(frame, sourceOf, frame.querySelector('[data-source]:is(:hover, :focus-visible)')),
      () => undefined,
    );
  };
  for (const kind of kinds) frame.addEventListener(kind, begin);
}

const kinds = ['pointerover', 'focusin'] as const;
