import { useDialog, type DialogOptions } from 'naive-ui';
import { h, useId, type VNode } from 'vue';

/** Asks before something is done. The dialog is called by its title, also for those who do not see it. */
export function useWarning() {
  const dialog = useDialog();
  const id = useId();
  return (question: Omit<DialogOptions, 'title'> & { readonly title: string }) =>
    dialog.warning({
      ...question,
      title: () => h('span', { id, onVnodeMounted: nameDialog }, question.title),
    });
}

/** The component library gives its dialogs a role and no name. */
function nameDialog({ el }: VNode): void {
  if (el instanceof HTMLElement) el.closest('[role=dialog]')?.setAttribute('aria-labelledby', el.id);
}
