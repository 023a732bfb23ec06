import { useDialog, type DialogOptions } from 'naive-ui';
import { h, useId, type VNode } from 'vue';

interface Question extends Omit<DialogOptions, 'title'> {
  readonly title: string;
  /** What is agreed to takes something away. */
  readonly destructive?: boolean;
}

/** Asks before something is done. The dialog is called by its title, also for those who do not see it. */
export function useWarning() {
  const dialog = useDialog();
  const id = useId();
  return ({ title, destructive, ...question }: Question) =>
    dialog.create({
      ...question,
      showIcon: false,
      positiveButtonProps: { type: destructive ? 'error' : 'primary' },
      title: () => h('span', { id, onVnodeMounted: nameDialog }, title),
    });
}

/** The component library gives its dialogs a role and no name. */
function nameDialog({ el }: VNode): void {
  if (el instanceof HTMLElement) el.closest('[role=dialog]')?.setAttribute('aria-labelledby', el.id);
}
