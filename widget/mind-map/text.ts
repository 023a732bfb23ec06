import type { Language } from '../texts/text.ts';

const en = {
  title: 'Mind map',
  chapters: (count: number) => (count === 1 ? '1 chapter' : `${count} chapters`),
  tools: 'Mind map tools',
  tree: 'Mind map of this article',
  outline: 'This article as an outline',
  hint: 'Arrow keys move, left and right fold and unfold, Enter goes to the section.',
  fewer: 'One level less',
  more: 'One level more',
  fit: 'Fit to view',
  asText: 'Show as text',
  asMap: 'Show as map',
  again: 'Load again',
  full: 'Full screen',
  leave: 'Leave full screen',
  svg: 'Download as SVG',
  png: 'Download as PNG',
  loading: 'Loading the mind map…',
  failed: 'The mind map could not be loaded.',
  retry: 'Try again',
  none: 'There is no mind map of this article yet.',
  notDrawn: 'This browser cannot draw the map here, so it is shown as text.',
  notSaved: 'The picture could not be made.',
};

export type MapText = typeof en;

const zh: MapText = {
  title: '思维导图',
  chapters: (count) => `${count} 个章节`,
  tools: '思维导图工具',
  tree: '本文的思维导图',
  outline: '本文大纲',
  hint: '方向键移动，左右键收起和展开，回车跳到对应章节。',
  fewer: '收起一层',
  more: '展开一层',
  fit: '适应大小',
  asText: '显示为文字',
  asMap: '显示为导图',
  again: '重新载入',
  full: '全屏',
  leave: '退出全屏',
  svg: '下载 SVG',
  png: '下载 PNG',
  loading: '正在载入思维导图…',
  failed: '思维导图没能载入。',
  retry: '再试一次',
  none: '这篇文章还没有思维导图。',
  notDrawn: '这里画不了导图，改为显示文字。',
  notSaved: '图片没能生成。',
};

export const mapText: Readonly<Record<Language, MapText>> = { zh, en };
