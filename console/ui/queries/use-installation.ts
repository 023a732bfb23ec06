import { inject, provide, type InjectionKey } from 'vue';
import { installation, type SystemInfo } from '../../../contract/system.ts';
import { call } from '../../api/call.ts';
import { useQuery } from './use-query.ts';

type Installation = ReturnType<typeof useQuery<SystemInfo>>;
const shared: InjectionKey<Installation> = Symbol('installation');

/** Asks for the facts about the installation, for the frame and every page in it. */
export function provideInstallation(): Installation {
  const query = useQuery((signal) => call(installation, 'info', { signal }));
  provide(shared, query);
  return query;
}

/** The facts about the installation; asked again for a page that opens later than the frame. */
export function useInstallation(): Installation {
  const query = inject(shared);
  if (!query) throw new Error('nothing here knows the installation');
  if (!query.loading.value) void query.reload();
  return query;
}
