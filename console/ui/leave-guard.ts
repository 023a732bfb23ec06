import { onScopeDispose, type Ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';
import { commonTexts } from '../text/common-texts.ts';
import { useTexts } from '../text/language.ts';
import { useWarning } from './use-warning.ts';

/** Asks before a page, or the part of it, with unsaved changes is left, within the console and beyond. */
export function useLeaveGuard(dirty: Readonly<Ref<boolean>>): void {
  const warn = useWarning();
  const t = useTexts(commonTexts);
  const mayLeave = () =>
    !dirty.value ||
    new Promise<boolean>((resolve) => {
      warn({
        title: t.value.unsavedTitle,
        content: t.value.unsaved,
        positiveText: t.value.leave,
        negativeText: t.value.stay,
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
