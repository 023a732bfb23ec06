import { inject, provide, ref, type InjectionKey, type Ref } from 'vue';

export const zooms = ['fit', '1', '2', '4', '8'] as const;
export const grounds = ['checker', 'white', 'black', 'own'] as const;

/** View settings shared by all pictures of a page. */
export interface ViewSettings {
  readonly zoom: Ref<(typeof zooms)[number]>;
  readonly ground: Ref<(typeof grounds)[number]>;
  readonly color: Ref<string>;
}

const key: InjectionKey<ViewSettings> = Symbol('view settings');

const fresh = (): ViewSettings => ({ zoom: ref('fit'), ground: ref('checker'), color: ref('#5387C4') });

export function provideViewSettings(): ViewSettings {
  const settings = fresh();
  provide(key, settings);
  return settings;
}

export const useViewSettings = (): ViewSettings => inject(key, fresh, true);
