import type { ConfigGroups } from '../../../../contract/config/groups.ts';

/** Colours of the branches, readable on white and on black. */
const branches = ['#4a7fc1', '#2f8f6b', '#b0682a', '#9a5bb5', '#c04f6a', '#5f7a2f'];

const light = '--paper:#ffffff;--ink:#1f2933;--box:#f4f6f8';
const dark = '--paper:#1b1f24;--ink:#e6e9ec;--box:#262c33';

/**
 * Style sheet of an image. Every rule uses a class, because an image may be inlined in a page; an invalid colour of
 * the settings is ignored, which prevents injection.
 */
export function styleOf(color: string, theme: ConfigGroups['mindmap']['theme']): string {
  const accent = /^#[0-9a-f]{3,8}$/i.test(color) ? color : '#5387c4';
  const fixed = theme === 'dark' || theme === 'light';
  return [
    `${scope}{${theme === 'dark' ? dark : light};--accent:${accent};background:var(--paper);max-width:100%;height:auto}`,
    fixed ? '' : `@media(prefers-color-scheme:dark){${scope}{${dark}}}`,
    `${scope} text{font:14px ${fonts};fill:var(--ink)}`,
    `${scope} rect{fill:var(--box);stroke-width:1.5}${scope} path{fill:none;stroke-width:1.5}`,
    `${scope} .root text{font-size:17px;font-weight:600;fill:#fff}${scope} .root rect{fill:var(--accent);stroke:none}`,
    `${scope} a:is(:hover,:focus) text{text-decoration:underline}`,
    ...branches.map((paint, place) => `${scope} .b${place} rect,${scope} path.b${place}{stroke:${paint}}`),
  ].join('');
}

const scope = '.docent-mindmap';
const fonts =
  'system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';
