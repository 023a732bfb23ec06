import { vi } from 'vitest';
import { articlePage, createWebSite, paragraph } from '../fakes/web-site.ts';
import { openSite } from '../platforms/open-site.ts';
import { signedHint } from '../fakes/signed-hint.ts';
import { hostContract, type NewArticle } from './host.ts';

const secret = 'a secret of both sides';

const escaped = (text: string) => text.replaceAll('&', '&amp;');

/** Pages as a person would make them; what is limited asks for a password. */
const pageOf = ({ title, text, tags = [], limited = false }: NewArticle): string =>
  articlePage(
    escaped(title),
    `${limited ? '<form class="post-password-form"><input type="password"></form>' : ''}<p>${text}</p>${paragraph(text)}`,
    tags.map((tag) => `<meta property="article:tag" content="${tag}">`).join(''),
  );

hostContract('any site', async () => {
  const site = await createWebSite();
  const names = new Set<string>();
  const list = () =>
    site.pages.set(
      '/',
      `<html><head><title>A site</title></head><body>${[...names].map((name) => `<h2><a href="/${name}">${name}</a></h2>`).join('')}</body></html>`,
    );
  list();
  const host = await openSite(site.origin, { kind: 'web', maxPages: 100, hintSecret: secret });
  /** A push, and the wait until its page is as `isKnown` wants it. */
  const tell = async (name: string, isKnown: (text: string | undefined) => boolean): Promise<string> => {
    await host.receiveHint?.(signedHint(secret, { urls: [`${site.origin}/${name}`, `${site.origin}/`] }));
    return vi.waitFor(
      async () => {
        const head = (await Array.fromAsync(host.heads())).find(({ url }) => url === `/${name}`);
        const article = head && (await host.article(head.id));
        if (!isKnown(article && `${article.title} ${article.body.text}`)) throw new Error('not yet');
        return head?.id ?? '';
      },
      { timeout: 10_000, interval: 20 },
    );
  };
  return {
    host,
    async publish(article) {
      site.pages.set(`/${article.name}`, pageOf(article));
      names.add(article.name);
      list();
      return tell(article.name, (known) =>
        article.limited
          ? known === undefined && site.asked.includes(`/${article.name}`)
          : known?.startsWith(`${article.title} `) === true && known.includes(article.text),
      );
    },
    async unpublish(name) {
      site.pages.delete(`/${name}`);
      names.delete(name);
      list();
      await tell(name, (known) => known === undefined);
    },
    async close() {
      await host.close();
      await site[Symbol.asyncDispose]();
    },
  };
});
