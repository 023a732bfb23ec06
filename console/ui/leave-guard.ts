import { onScopeDispose, type Ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';
import { everyday } from '../text/everyday.ts';
import { useTexts } from '../text/language.ts';
import { useWarning } from './use-warning.ts';

/** Asks before a page, or the part of it, with unsaved changes is left, within the console and beyond. */
export function useLeaveGuard(dirty: Readonly<Ref<boolean>>): void {
  const warn = useWarning();
  const words = useTexts(everyday);
  const mayLeave = () =>
    !dirty.value ||
    new Promise<boolean>((resolve) => {
      warn({
        title: words.value.unsavedTitle,
        content: words.value.unsaved,
        positiveText: words.value.leave,
        negativeText: words.value.stay,
        onPositiveClick: () => resolve(true),
        onNegativeClick: () => resolve(false),
        onClose: () => resolve(false),
        onMaskClick: () => resolve(false),
        onEsc: () => resolve(false),
      });
    });
  onBeforeRouteLeave(mayLeave);
  onBeforeRouteUpdate((to, from) => to.query['part'] === from.query['part'] || mayLeave());
  const unload = (event: BeforeUnloadEvent) => {
    if (dirty.value) event.preventDefault();
  };
  window.addEventListener('beforeunload', unload);
  onScopeDispose(() => window.removeEventListener('beforeunload', unload));
}
