import { createFakeHost } from '../fakes/host.ts';
import { hostContract } from './host.ts';

hostContract('fake', async () => {
  const host = createFakeHost([]);
  return {
    host,
    async publish({ name, title, text, tags = [], limited = false }) {
      host.publish({ id: name, title, text, tags, visibility: limited ? 'limited' : 'public' });
      return name;
    },
    unpublish: async (name) => host.unpublish(name),
  };
});
