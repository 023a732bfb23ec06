import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { Document } from '../../../http/implement.ts';
import { html, type Html } from '../../../markup/html.ts';
import { cleanText } from '../outline/clean-text.ts';
import { storedMap } from '../outline/to-mind-map.ts';
import { escapeAnchor } from '../outline/write-outline.ts';
import { layoutOf, look, type Placed } from './layout.ts';
import { styleOf } from './style.ts';

interface Appearance {
  readonly title: string;
  readonly color: string;
  readonly theme: ConfigGroups['mindmap']['theme'];
}

/**
 * A map as SVG: texts, lines and links within the page, no scripts or external content. Light and dark follow the
 * visitor's preference unless the theme is fixed.
 */
export function drawSvg(markdown: string, { title, color, theme }: Appearance): string {
  const name = cleanText(title);
  const { root, width, height } = layoutOf(storedMap(markdown) ?? { text: name, anchor: '', children: [] });
  const style: Html = { html: `<style>${styleOf(color, theme)}</style>` };
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    class="docent-mindmap"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="graphics-document document"
    aria-label="${name}"
  >
    <title>${name}</title>
    ${style}
    <g class="edges">${edgesOf(root)}</g>
    ${nodesOf(root)}
  </svg>`.html;
}

/** A sandboxed document when opened directly; revalidated on each use. */
export const svgDocument = (body: string): Document => ({
  status: 200,
  contentType: 'image/svg+xml; charset=utf-8',
  body,
  headers: {
    'cache-control': 'public, no-cache',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  },
});

function edgesOf(node: Placed): Html[] {
  return node.children.flatMap((child) => {
    const from = node.x + node.width;
    const middle = Math.round((from + child.x) / 2);
    const curve = `M${from} ${node.y}C${middle} ${node.y} ${middle} ${child.y} ${child.x} ${child.y}`;
    return [html`<path class="b${child.branch % 6}" d="${curve}" />`, ...edgesOf(child)];
  });
}

function nodesOf(node: Placed): Html[] {
  const top = node.y - node.height / 2;
  const first = node.y - ((node.lines.length - 1) * look.lineHeight) / 2;
  const lines = node.lines.map(
    (line, place) =>
      html`<tspan x="${node.x + look.padding}" y="${first + place * look.lineHeight}">${line}</tspan>`,
  );
  const whole = node.lines.join(' ') === node.text ? [] : [html`<title>${node.text}</title>`];
  const box = html`<g class="${node.level === 0 ? 'root' : `b${node.branch % 6}`}"
    >${whole}<rect x="${node.x}" y="${top}" width="${node.width}" height="${node.height}" rx="6" /><text
      dominant-baseline="central"
      >${lines}</text
    ></g
  >`;
  const shown = node.anchor === '' ? box : html`<a href="#${escapeAnchor(node.anchor)}">${box}</a>`;
  return [shown, ...node.children.flatMap(nodesOf)];
}
