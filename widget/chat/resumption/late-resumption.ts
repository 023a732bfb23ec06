import type { Resumption } from '../chat-session.ts';

/** The ways back to answers, by a module that comes when one is needed; without it a lost connection is the end. */
export function lateResumption(base: URL, language: string): Resumption {
  const load = async () => {
    const { connectionTo, createResumption } = await import('./resumption.ts');
    return createResumption(connectionTo(base, language));
  };
  return {
    readOn: async (answer) => (await load().catch(() => undefined))?.readOn(answer) ?? 'cut',
    stop: (resumeKey) =>
      void load().then(
        ({ stop }) => stop(resumeKey),
        () => undefined,
      ),
  };
}
