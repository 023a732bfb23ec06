import { onScopeDispose, type Ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';
import { commonTexts } from '../../text/shared-texts.ts';
import { useTexts } from '../../text/language.ts';
import { useWarning } from './use-warning.ts';

/**
 * Guards unsaved work in pages, drawers and dialogs. Asks before the page or a part of it is left, within the console
 * and beyond. Parts that close themselves, such as drawers, call `mayLeave`.
 */
export function useLeaveGuard(dirty: Readonly<Ref<boolean>>): { readonly mayLeave: () => Promise<boolean> } {
  const warn = useWarning();
  const t = useTexts(commonTexts);
  let asking: Promise<boolean> | undefined;
  const ask = () =>
    new Promise<boolean>((resolve) => {
      warn({
        title: t.value.unsavedTitle,
        content: t.value.unsaved,
        positiveText: t.value.leave,
        destructive: true,
        negativeText: t.value.stay,
        autoFocus: false,
        onPositiveClick: () => resolve(true),
        onNegativeClick: () => resolve(false),
        onClose: () => resolve(false),
        onMaskClick: () => resolve(false),
        onEsc: () => resolve(false),
      });
    }).finally(() => (asking = undefined));
  const mayLeave = async () => !dirty.value || (asking ??= ask());
  onBeforeRouteLeave(mayLeave);
  onBeforeRouteUpdate((to, from) => {
    const isSamePart = to.path === from.path && to.query['part'] === from.query['part'];
    return isSamePart || mayLeave();
  });
  const unload = (event: BeforeUnloadEvent) => {
    if (dirty.value) event.preventDefault();
  };
  window.addEventListener('beforeunload', unload);
  onScopeDispose(() => window.removeEventListener('beforeunload', unload));
  return { mayLeave };
}
