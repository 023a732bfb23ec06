import { createPanel } from './panel/panel.ts';
import { textsFor } from './texts.ts';
import { sendByWordpress } from './wordpress/send-by-wordpress.ts';
import { wordpressPassage } from './wordpress/wordpress-passage.ts';
import type { Wp } from './wordpress/wp.ts';

declare const wp: Wp;

/** The sidebar of the block editor with the writing help. The plugin of WordPress loads this file. */
const name = 'docent-writing';
const texts = textsFor();
const { createElement, useEffect, useRef } = wp.element;

function Help(): unknown {
  const place = useRef();
  const registry = wp.data.useRegistry();
  useEffect(() => {
    const panel = createPanel({
      send: sendByWordpress(wp, texts),
      texts,
      drawn: () => undefined,
      closed: () => panel.session.open(wordpressPassage(wp, registry)),
      staysOpen: true,
    });
    place.current?.append(panel.element);
    panel.session.open(wordpressPassage(wp, registry));
    return panel.destroy;
  }, [registry]);
  return createElement(
    'div',
    { style: { padding: '12px' } },
    createElement('p', {}, texts.noSelection),
    createElement('div', { ref: place }),
  );
}

const sidebar = wp.editor?.PluginSidebar ?? wp.editPost?.PluginSidebar;
if (sidebar)
  wp.plugins.registerPlugin(name, {
    icon: 'edit',
    render: () => createElement(sidebar, { name, title: texts.title, icon: 'edit' }, createElement(Help, {})),
  });
