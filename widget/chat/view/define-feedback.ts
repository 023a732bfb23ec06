import { defineElements } from '../../ui/define-elements.ts';

/** Defines `docent-feedback` when the first answer can be rated; without the module there is nothing to press. */
export function defineFeedback(): void {
  if (customElements.get('docent-feedback')) return;
  void import('./feedback.ts').then(
    ({ Feedback }) => defineElements({ 'docent-feedback': Feedback }),
    () => undefined,
  );
}
