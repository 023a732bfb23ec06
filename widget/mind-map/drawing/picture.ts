import { shapesOf, type Drawn, type Shape } from './picture-shapes.ts';

const svgName = 'http://www.w3.org/2000/svg';
const font = "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', sans-serif";
/** Limits of browsers' canvases: pixels per side and in all. */
const most = { side: 8192, area: 32_000_000 };

/** Downloads the tree as currently expanded. The picture contains no scripts, links or foreign content. */
export async function savePicture(svg: SVGSVGElement, format: 'svg' | 'png', title: string): Promise<void> {
  const drawn = shapesOf(svg);
  const blob = format === 'svg' ? svgFile(drawn, title) : await pngFile(drawn);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${fileName(title)}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
}

const fileName = (title: string): string =>
  Array.from(title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''))
    .slice(0, 60)
    .join('') || 'mind-map';

function svgFile({ width, height, background, shapes }: Drawn, title: string): Blob {
  const picture = element('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' });
  const name = element('title', {});
  name.textContent = title;
  picture.append(name, element('rect', { width, height, fill: background }), ...shapes.map(svgShape));
  return new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
}

function svgShape(shape: Shape): SVGElement {
  if (shape.kind === 'line') {
    const { d, x, y, color, width } = shape;
    return element('path', {
      d,
      transform: `translate(${x} ${y})`,
      fill: 'none',
      stroke: color,
      'stroke-width': width,
    });
  }
  const { x, y, color, size, weight, words } = shape;
  const text = element('text', {
    x,
    y,
    fill: color,
    'font-size': size,
    'font-weight': weight,
    'font-family': font,
  });
  text.textContent = words;
  return text;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(svgName, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

async function pngFile({ width, height, background, shapes }: Drawn): Promise<Blob> {
  const scale = Math.min(2, most.side / width, most.side / height, Math.sqrt(most.area / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('Nothing to paint on');
  brush.scale(scale, scale);
  brush.fillStyle = background;
  brush.fillRect(0, 0, width, height);
  for (const shape of shapes) paint(brush, shape);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))),
      'image/png',
    ),
  );
}

function paint(brush: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'text') {
    brush.fillStyle = shape.color;
    brush.font = `${shape.weight} ${shape.size}px ${font}`;
    return brush.fillText(shape.words, shape.x, shape.y);
  }
  brush.save();
  brush.translate(shape.x, shape.y);
  brush.strokeStyle = shape.color;
  brush.lineWidth = shape.width;
  brush.stroke(new Path2D(shape.d));
  brush.restore();
}
