import { createPanel, type Panel } from './panel/panel.ts';
import { textsFor } from './texts.ts';
import { sendByWordpress } from './wordpress/send-by-wordpress.ts';
import { wordpressPassage } from './wordpress/wordpress-passage.ts';
import type { Registry, Wp } from './wordpress/wp.ts';

declare const wp: Wp;

/** The sidebar of the block editor with the writing help. The plugin of WordPress loads this file. */
const name = 'docent-writing';
const texts = textsFor();
const { createElement, useEffect, useRef } = wp.element;

/**
 * The content of the sidebar. The panel of an article lives as long as the page: WordPress removes a sidebar when another one is shown,
 * and a suggestion that was paid for must still be there afterwards.
 */
function createHelp(): () => unknown {
  const panels = new Map<string, Panel>();

  const panelOf = (registry: Registry): Panel => {
    const article = String(registry.select('core/editor').getCurrentPostId());
    const known = panels.get(article);
    if (known) return known;
    const panel = createPanel({
      send: sendByWordpress(wp, texts),
      texts,
      drawn: () => undefined,
      closed: () => panel.session.open(wordpressPassage(wp, registry)),
      staysOpen: true,
    });
    panel.session.open(wordpressPassage(wp, registry));
    panels.set(article, panel);
    return panel;
  };

  return function Help() {
    const place = useRef();
    const registry = wp.data.useRegistry();
    useEffect(() => {
      const { element } = panelOf(registry);
      place.current?.append(element);
      return () => element.remove();
    }, [registry]);
    return createElement(
      'div',
      { style: { padding: '12px' } },
      createElement('p', {}, texts.noSelection),
      createElement('div', { ref: place }),
    );
  };
}

const Help = createHelp();
const sidebar = wp.editor?.PluginSidebar ?? wp.editPost?.PluginSidebar;
if (sidebar)
  wp.plugins.registerPlugin(name, {
    icon: 'edit',
    render: () => createElement(sidebar, { name, title: texts.title, icon: 'edit' }, createElement(Help, {})),
  });
