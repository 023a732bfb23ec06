import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fileServer from '@fastify/static';
import fastify from 'fastify';
import { platformFolder, push, type LivePlatform, type PushTarget } from './live-platform.ts';

const run = promisify(execFile);
const modules = platformFolder('generators', 'node_modules');

/** Reason why no generator can run here; `''` when all can. */
export const generatorsMissing =
  modules === undefined
    ? 'they are not installed: .ci/platforms <folder>, and DOCENT_TEST_PLATFORMS=<folder>'
    : '';

interface Article {
  readonly title: string;
  readonly html: string;
  readonly isDraft: boolean;
}

/** A generator of static sites as its beginners' guide sets it up. */
interface Generator {
  /** Files of a new site, by path. */
  readonly files: (origin: string) => Readonly<Record<string, string>>;
  /** Path and text of an article's source, drafts marked as such. */
  readonly source: (name: string, article: Article) => { readonly path: string; readonly text: string };
  /** Builds into the folder `public`. */
  readonly command: readonly string[];
  /** The path of an article on the site. */
  readonly path: (name: string) => string;
  /** The publishing script names what has changed; else it only says that the site is new. */
  readonly namesPages: boolean;
}

const frontMatter = (fields: Readonly<Record<string, string | boolean>>): string =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')}\n---\n\n`;

export const generators = {
  /** Documentation: a sitemap without dates. */
  VitePress: {
    files: (origin) => ({
      'package.json': '{"type":"module"}',
      '.vitepress/config.mjs': `export default { title: 'Test site', outDir: 'public', srcExclude: ['drafts/**'], sitemap: { hostname: '${origin}' },
        themeConfig: { nav: [{ text: 'Home', link: '/' }], search: { provider: 'local' } } };`,
      'index.md': '---\nlayout: home\nhero:\n  name: Test site\n---\n',
    }),
    source: (name, { title, html, isDraft }) => ({
      path: `${isDraft ? 'drafts/' : ''}${name}.md`,
      text: `# ${title}\n\n${html}\n`,
    }),
    command: ['vitepress/bin/vitepress.js', 'build'],
    path: (name) => `/${name}.html`,
    namesPages: false,
  },
  /** A blog with a feed and no sitemap, drafts left out by a preprocessor as its guide says. */
  Eleventy: {
    files: (origin) => ({
      'package.json': '{"type":"module"}',
      'eleventy.config.js': `import { feedPlugin } from '@11ty/eleventy-plugin-rss';
export default (config) => {
  config.addPreprocessor('drafts', '*', (data) => (data.draft ? false : undefined));
  config.addPlugin(feedPlugin, { type: 'atom', outputPath: '/feed.xml', collection: { name: 'post', limit: 10 }, metadata: { language: 'en', title: 'Test site', base: '${origin}/', author: { name: 'A' } } });
  return { dir: { output: 'public' } };
};`,
      '_includes/post.njk':
        '<!doctype html><html lang="en"><head><title>{{ title }}</title><link rel="alternate" type="application/atom+xml" href="/feed.xml"></head><body><nav><a href="/">Home</a></nav><main><h1>{{ title }}</h1><time datetime="{{ page.date.toISOString() }}">{{ page.date.toDateString() }}</time>{{ content | safe }}</main></body></html>',
      'index.njk':
        '---\ntitle: Test site\n---\n<!doctype html><html lang="en"><head><title>{{ title }}</title><link rel="alternate" type="application/atom+xml" href="/feed.xml"></head><body><h1>{{ title }}</h1><ul>{% for post in collections.post %}<li><a href="{{ post.url }}">{{ post.data.title }}</a></li>{% endfor %}</ul></body></html>',
    }),
    source: (name, { title, html, isDraft }) => ({
      path: `posts/${name}.md`,
      text: `${frontMatter({ title, tags: 'post', layout: 'post.njk', date: '2026-03-01', draft: isDraft })}${html}\n`,
    }),
    command: ['@11ty/eleventy/cmd.cjs', '--quiet'],
    path: (name) => `/posts/${name}/`,
    namesPages: true,
  },
  /** A blog with the standard theme: neither sitemap nor feed, only links. */
  Hexo: {
    files: (origin) => ({
      'package.json': JSON.stringify({
        hexo: { version: '8.1.2' },
        dependencies: Object.fromEntries(
          [
            'hexo-renderer-marked',
            'hexo-renderer-ejs',
            'hexo-generator-index',
            'hexo-generator-archive',
            'hexo-generator-tag',
            'hexo-theme-landscape',
          ].map((name) => [name, '*']),
        ),
      }),
      '_config.yml': `title: Test site\nurl: ${origin}\nlanguage: en\ntheme: landscape\npermalink: :year/:month/:day/:title/\npublic_dir: public\n`,
    }),
    source: (name, { title, html, isDraft }) => ({
      path: `source/_posts/${name}.md`,
      text: `${frontMatter({ title, date: '2026-03-01 08:00:00', published: !isDraft })}${html}\n`,
    }),
    command: ['hexo/bin/hexo', 'generate', '--silent'],
    path: (name) => `/2026/03/01/${name}/`,
    namesPages: true,
  },
} satisfies Readonly<Record<string, Generator>>;

/** A site that a generator builds and a plain file server serves. */
export const startStaticSite = async (
  name: keyof typeof generators,
  docent?: PushTarget,
): Promise<LivePlatform> => {
  if (modules === undefined) throw new Error('The generators are not installed');
  const generator: Generator = generators[name];
  const folder = await mkdtemp(join(tmpdir(), 'docent-static-'));
  const server = fastify();
  await mkdir(join(folder, 'public'));
  await server.register(fileServer, { root: join(folder, 'public'), redirect: true });
  server.setNotFoundHandler((_, reply) => reply.code(404).type('text/html').send('<h1>Not found</h1>'));
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(generator.files(origin))) await write(path, text);
  await symlink(modules, join(folder, 'node_modules'));
  const sources = new Map<string, { readonly path: string; readonly article: Article }>();

  /** Builds and deploys; the publishing script names the pages that have changed, or says only that the site is new. */
  const build = async (changed: readonly string[]) => {
    // The generators leave pages of articles that have gone where they were; a deployment does not.
    for (const id of [...sources.keys(), ...changed])
      await rm(join(folder, 'public', generator.path(id)), { recursive: true, force: true });
    const [script = '', ...words] = generator.command;
    await run(process.execPath, [join(modules, script), ...words], { cwd: folder });
    const urls = generator.namesPages ? changed.map((id) => origin + generator.path(id)) : [];
    if (docent) await push(docent, urls);
  };
  const put = async (id: string, article: Article) => {
    const before = sources.get(id);
    if (before) await rm(join(folder, before.path));
    const { path, text } = generator.source(id, article);
    sources.set(id, { path, article });
    await write(path, text);
  };

  return {
    origin,
    kind: 'web',
    async publish(...articles) {
      for (const { name: id, title, html } of articles) await put(id, { title, html, isDraft: false });
      await build(articles.map(({ name: id }) => id));
    },
    async unpublish(id) {
      const source = sources.get(id);
      if (source) await put(id, { ...source.article, isDraft: true });
      await build([id]);
    },
    async remove(id) {
      const source = sources.get(id);
      if (source) await rm(join(folder, source.path));
      sources.delete(id);
      await build([id]);
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
