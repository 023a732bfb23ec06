import { createElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Docent } from 'docent/react';

/* A page of React that has the widget as long as its reader wants it. */
function Page() {
  const [isShown, show] = useState(true);
  const toggle = createElement('button', { onClick: () => show(!isShown) }, 'Toggle');
  const src = new URLSearchParams(location.search).get('src') ?? '';
  return createElement(
    'main',
    null,
    toggle,
    isShown && createElement(Docent, { src, texts: { welcome: 'From React' } }),
  );
}

const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(createElement(StrictMode, null, createElement(Page)));
