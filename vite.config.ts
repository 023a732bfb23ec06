import { globSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin, type ViteBuilder } from 'vite';
import { copyStemmers } from './build/stemmers.ts';
import { writeDictionary } from './build/dictionary.ts';
import { leanMarked, leanPurify } from './build/lean-modules.ts';
import { weighWidget } from './build/widget-budgets.ts';

// What visitors load is built for production, also in a shell that is set up for development.
process.env['NODE_ENV'] = 'production';

/** Small files cost requests and compress badly: what all modules share is one chunk, what chat and search share is another. */
const sharedChunks = [
  {
    name: 'kit',
    test: /preload-helper|widget\/(?:kit|texts\/(?:texts|load-texts|language)|appearance\/(?:icons|icon-element|drawings))/,
    tags: ['$initial' as const],
    minShareCount: 2,
  },
  {
    name: 'answer',
    test: /node_modules\/(?:lit|@lit)|widget\/(?:ui|answer|chat)\//,
    tags: ['$initial' as const],
    minShareCount: 2,
  },
];

/**
 * What the pages of the console share would be forty small files each, and a browser asks a server without HTTP/2 for six at a time: on a
 * slow line a page waited seven times. What is there from the start stays apart; pickers of days are large, and few pages have them.
 */
const consoleChunks = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  {
    name: 'controls',
    test: /node_modules\/(?!naive-ui\/es\/(?:date|time)-picker\/|date-fns\/)/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'parts', test: /\/(?:console|client|contract)\//, minShareCount: 2 },
];

/** Lightning CSS's number of `:dir()` among the features that it can write in another way. */
const dirSelector = 4;

/** What is not minified would name the file of each module, with the folders of the machine where `node_modules` is a link. */
const withoutPaths = { experimental: { attachDebugInfo: 'none' as const } };

/** Modules of worker threads: each is loaded by its name, from the folder of the module that starts it. */
const workers = Object.fromEntries(
  globSync('server/**/*-worker.ts').map((file) => [basename(file, '.ts'), file]),
);

/**
 * Builds the service into dist/server, the dictionary for questions in another language into dist/dictionary, the console into dist/console, and what pages of the site load into dist/widget: `widget.js`, a classic script with a stable
 * name, the modules it loads when they are wanted, named by the hash of their content, and the writing help for editors.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  // Put as a list of languages it would be wrong on a page whose direction is not that of the widget's language, and long.
  css: { lightningcss: { exclude: dirSelector } },
  experimental: {
    // The operator chooses the console's path, so its modules name each other relative to themselves.
    renderBuiltUrl: (name, { hostType }) =>
      name.startsWith('console/') && hostType !== 'html' ? { relative: true } : undefined,
  },
  plugins: [vue(), moduleNames(), plainImports(), noIndents(), scaledLengths(), leanMarked(), leanPurify()],
  environments: {
    modules: {
      consumer: 'client',
      build: {
        outDir: 'dist/widget',
        emptyOutDir: true,
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: {
            chat: 'widget/chat/chat.ts',
            drag: 'widget/loader/button/launcher-drag.ts',
            search: 'widget/search/search.ts',
            maps: 'widget/mind-map/load-on-articles.ts',
            overlay: 'widget/search/search-window.ts',
            pet: 'widget/pet/pet.ts',
            preview: 'widget/loader/preview.ts',
            related: 'widget/related/related.ts',
            words: 'widget/texts/more-shell-texts.ts',
          },
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: '[name]-[hash].js',
            chunkFileNames: '[name]-[hash].js',
            codeSplitting: { groups: sharedChunks },
          },
        },
      },
    },
    loader: {
      consumer: 'client',
      build: {
        outDir: 'dist/widget',
        emptyOutDir: false,
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: 'widget/main.ts',
          output: { format: 'iife', entryFileNames: 'widget.js' },
        },
      },
    },
    tiptap: {
      consumer: 'client',
      // Lit as it is for Node too: a framework that renders on a server evaluates a page's imports there, where there is no DOM.
      resolve: { conditions: ['node', 'module', 'production'] },
      build: {
        outDir: 'dist/widget/editor',
        emptyOutDir: true,
        reportCompressedSize: false,
        minify: false,
        rolldownOptions: {
          ...withoutPaths,
          input: 'editor/tiptap.ts',
          // The editor brings them along, in the version it has.
          external: [/^@tiptap\//],
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js' },
        },
      },
    },
    wordpress: {
      consumer: 'client',
      build: {
        outDir: 'dist/widget/editor',
        emptyOutDir: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: 'editor/wordpress.ts',
          output: { format: 'iife', entryFileNames: '[name].js' },
        },
      },
    },
    console: {
      consumer: 'client',
      build: {
        // The page lands in dist/console, because it lies in console/.
        outDir: 'dist',
        emptyOutDir: false,
        assetsDir: 'console/assets',
        reportCompressedSize: false,
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          input: 'console/index.html',
          output: { codeSplitting: { groups: consoleChunks } },
        },
      },
    },
    server: {
      consumer: 'server',
      // Together several hundred small files, which would be half the time of a start.
      resolve: { noExternal: ['eld', 'kysely', 'opencc-js', 'temml', 'zod', /^@oxc-project\//] },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        copyPublicDir: false,
        license: { fileName: 'licenses.md' },
        rolldownOptions: {
          ...withoutPaths,
          input: { cli: 'server/cli.ts', ...workers },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: { sharedConfigBuild: true, sharedPlugins: true, buildApp },
});

/** Modules first: the loader carries their names. */
async function buildApp(builder: ViteBuilder): Promise<void> {
  // Nothing else empties it, since the environment of the console writes into dist.
  await rm('dist/console', { recursive: true, force: true });
  await rm('dist/.built', { force: true });
  for (const name of ['modules', 'loader', 'tiptap', 'wordpress', 'console', 'server']) {
    const environment = builder.environments[name];
    if (environment) await builder.build(environment);
  }
  await writeDictionary('dist/dictionary');
  await copyOnnxRuntime('dist/onnx-runtime');
  await copyPdfJs('dist/pdf');
  await copyStemmers('dist/stemmers');
  await copyFile('widget/embed.html', 'dist/widget/embed.html');
  await weighWidget('dist/widget');
  for (const folder of ['dist/widget', 'dist/console']) await compress(folder);
  // When it was complete: who needs a build makes none that would be the same.
  await writeFile('dist/.built', '');
}

/** What in-house models are computed with on every platform; the package of the runtime is ten times as large and has files for browsers. */
async function copyOnnxRuntime(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'])
    await copyFile(join('node_modules/onnxruntime-web/dist', file), join(folder, file));
}

/** What PDF files are read with: the library without its drawing, and the tables of Chinese, Japanese and Korean fonts; the package has ten times as much. */
async function copyPdfJs(folder: string): Promise<void> {
  const from = 'node_modules/pdfjs-dist';
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'legacy/build'), { recursive: true });
  for (const file of ['LICENSE', 'legacy/build/pdf.min.mjs', 'legacy/build/pdf.worker.min.mjs'])
    await copyFile(join(from, file), join(folder, file));
  await cp(join(from, 'cmaps'), join(folder, 'cmaps'), { recursive: true });
}

/** Puts a `.br` and a `.gz` beside every text that shrinks by them, so that the service has nothing to compress. */
async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    if (!file.isFile() || !/\.(?:js|css|html|svg|json)$/.test(file.name)) continue;
    const path = join(file.parentPath, file.name);
    const content = await readFile(path);
    // An earlier build may have left copies of a file that was longer then.
    await Promise.all(['.br', '.gz'].map((ending) => rm(path + ending, { force: true })));
    if (content.length < leastWorthCompressing) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${path}.br`, brotliCompressSync(content, { params }));
    await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Below this many bytes a compressed copy saves no packet. */
const leastWorthCompressing = 1024;

/** Gives the loader the file name of each module as `virtual:docent-modules`. */
function moduleNames(): Plugin {
  const id = 'virtual:docent-modules';
  const names = new Map<string, string>();
  return {
    name: 'docent-module-names',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      return [...names]
        .map(([name, file]) => `export const ${name}Module = ${JSON.stringify(file)};`)
        .join('\n');
    },
    writeBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (this.environment.name === 'modules' && file.type === 'chunk' && file.isEntry)
          names.set(file.name, file.fileName);
      }
    },
  };
}

/** The widget's modules have nothing to preload: they load each other by plain `import()`, without the helper for it. */
function plainImports(): Plugin {
  return {
    name: 'docent-plain-imports',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'modules',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}

/** Takes the indents out of the widget's sources: the ones in its templates would be sent to visitors. */
function noIndents(): Plugin {
  return {
    name: 'docent-no-indents',
    enforce: 'pre',
    transform: {
      filter: { id: /\/widget\/.*\.ts$/ },
      handler: (code) => ({ code: code.replace(/\n +/g, '\n'), map: null }),
    },
  };
}

/**
 * Multiplies the lengths in the widget's style sheets by what the visitor's text size is to the usual one (`--docent-px`), for the
 * page's own `rem` says nothing about the visitor. Lines and shadows stay as they are; conditions are put in `em`, which is the
 * visitor's text size there.
 */
function scaledLengths(): Plugin {
  const scaled = (line: string) =>
    /^\s*@/.test(line)
      ? line.replace(/(\d+)px/g, (_, length: string) => `${Number(length) / 16}em`)
      : line.replace(/-?(?:\d*\.)?\d+px/g, (length) =>
          Math.abs(Number.parseFloat(length)) < 3
            ? length
            : `calc(${Number.parseFloat(length)}*var(--docent-px))`,
        );
  return {
    name: 'docent-scaled-lengths',
    enforce: 'pre',
    transform: {
      filter: { id: /\/widget\/.*\.css\?inline$/ },
      handler: (code) => ({
        code: code
          .split('\n')
          .map((line) => (/shadow|--docent-px:/.test(line) ? line : scaled(line)))
          .join('\n'),
        map: null,
      }),
    },
  };
}
