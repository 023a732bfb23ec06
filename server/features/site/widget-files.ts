import { shipped } from '../../kit/shipped.ts';

/** The built widget, loaded by pages of other origins. */
export const widgetFiles = {
  directory: shipped('dist/widget'),
  prefix: '/widget/',
  /** `embed.html` is a page for frames with the chat only. */
  aliases: { '/widget.js': 'widget.js', '/embed.html': 'embed.html' },
  framed: 'embed.html',
  crossOrigin: true,
  missing: 'The widget has not been built. Run: npm run build\n小组件尚未构建，请运行：npm run build\n',
} as const;
