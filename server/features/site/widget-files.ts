import { join } from 'node:path';

/** The widget as the build leaves it; pages of other origins load it. */
export const widgetFiles = {
  directory: join(import.meta.dirname, '..', '..', '..', 'dist', 'widget'),
  prefix: '/widget/',
  /** A page for frames, with nothing but the chat. */
  aliases: { '/widget.js': 'widget.js', '/embed.html': 'embed.html' },
  crossOrigin: true,
  missing: 'The widget has not been built. Run: npm run build\n小组件尚未构建，请运行：npm run build\n',
} as const;
