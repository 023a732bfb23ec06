import { shipped } from '../../kit/shipped.ts';

/** The built widget, loaded by pages of other origins. */
export const widgetFiles = {
  directory: shipped('dist/widget'),
  prefix: '/widget/',
  /** `embed.html` is a page for frames with the chat only. */
  aliases: { '/widget.js': 'widget.js', '/embed.html': 'embed.html' },
  framed: 'embed.html',
  crossOrigin: true,
  pageHeaders: {
    // The styles of components are objects of the script, which the policy does not concern.
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; base-uri 'none'; form-action 'self'",
  },
  missing: 'The widget has not been built. Run: npm run build\n小组件尚未构建，请运行：npm run build\n',
} as const;
