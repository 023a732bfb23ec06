import { onScopeDispose, type Ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router';
import { commonTexts } from '../../text/shared-texts.ts';
import { useTexts } from '../../text/language.ts';
import { useQuestion } from './use-question.ts';

/**
 * Guards unsaved work in pages, drawers and dialogs. Asks before the page or a part of it is left, within the console
 * and beyond. Parts that close themselves, such as drawers, call `mayLeave`.
 */
export function useLeaveGuard(dirty: Readonly<Ref<boolean>>): { readonly mayLeave: () => Promise<boolean> } {
  const question = useQuestion();
  const t = useTexts(commonTexts);
  let asking: Promise<boolean> | undefined;
  const ask = () =>
    question({
      title: t.value.unsavedTitle,
      content: t.value.unsaved,
      confirm: t.value.leave,
      refuse: t.value.stay,
      destructive: true,
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
