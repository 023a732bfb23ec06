/** Style sheet of every page: light and dark by the visitor's preference, logical properties. */
export const siteCss = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2024, #e6e8ea);
  --quiet: light-dark(#5b636c, #a3abb4);
  --ground: light-dark(#ffffff, #15181b);
  --raised: light-dark(#f4f6f8, #1e2226);
  --line: light-dark(#dfe3e7, #333a41);
  --accent: light-dark(#1f5fbf, #8ab4ff);
  --found: light-dark(#fff3c4, #4a3f14);
  font: 17px/1.7 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { position: static; }
.bar, main, .foot { max-inline-size: 46rem; margin-inline: auto; padding-inline: 1.25rem; }
.bar { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: baseline; justify-content: space-between; padding-block: 1rem; border-block-end: 1px solid var(--line); }
.bar nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.find { font: inherit; font-size: 0.9rem; color: var(--quiet); background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.1rem 0.6rem; cursor: pointer; }
.find[hidden] { display: none; }
.find kbd { font: inherit; font-size: 0.8rem; border: 1px solid var(--line); border-radius: 0.25rem; padding-inline: 0.3em; }
.brand { font-weight: 650; color: inherit; text-decoration: none; }
main { padding-block: 1.5rem 3rem; }
.foot { padding-block: 1.5rem; border-block-start: 1px solid var(--line); color: var(--quiet); }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin-block: 1.8em 0.6em; scroll-margin-block-start: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; margin-block-start: 0.2em; }
:is(h1, h2, h3, h4, h5, h6):target { background: var(--found); }
::target-text { background: var(--found); color: inherit; }
.about, .list time, .terms { color: var(--quiet); font-size: 0.9rem; }
.about > * { margin-inline-end: 0.75rem; white-space: nowrap; }
.term { display: inline-block; padding-inline: 0.6em; border: 1px solid var(--line); border-radius: 1em; font-size: 0.85rem; text-decoration: none; }
.list, .terms { list-style: none; padding: 0; }
.list li { margin-block: 1.2rem; }
.list .title { font-weight: 600; margin-inline-end: 0.6rem; }
.list time { white-space: nowrap; }
.list p { margin-block: 0.2rem 0; color: var(--quiet); }
.terms { display: flex; flex-wrap: wrap; gap: 0.6rem 1.25rem; }
.text { overflow-wrap: break-word; }
.text img { max-inline-size: 100%; block-size: auto; }
.text :is(pre, table, math):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.text pre { overflow-x: auto; padding: 0.9rem 1rem; background: var(--raised); border-radius: 0.5rem; direction: ltr; text-align: start; }
.text code { font: 0.9em/1.5 ui-monospace, "SF Mono", Consolas, monospace; direction: ltr; unicode-bidi: isolate; }
.text :not(pre) > code { padding: 0.1em 0.3em; background: var(--raised); border-radius: 0.25rem; overflow-wrap: anywhere; }
.text blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--accent); color: var(--quiet); }
.text table { display: block; overflow-x: auto; border-collapse: collapse; margin-block: 1rem; }
.text :is(th, td) { padding: 0.35rem 0.7rem; border: 1px solid var(--line); vertical-align: top; overflow-wrap: normal; }
.text :is(th, td):not([align]) { text-align: start; }
.text :is(th, td) code { overflow-wrap: break-word; }
.text .long { min-inline-size: 10em; }
.text .short { white-space: nowrap; }
.text math { font-size: 1.1em; direction: ltr; }
.text math[display="block"] { max-inline-size: 100%; overflow: auto hidden; padding-block: 0.2em; }
.text .tml-jot > mtr > mtd { padding-inline: 0; padding-block: 0.25em; }
.text .tml-left { text-align: left; }
.text .tml-right { text-align: right; }
.text hr { border: 0; border-block-start: 1px solid var(--line); margin-block: 2rem; }
.neighbours, .pager { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 2rem; margin-block-start: 2.5rem; }
.hero h1 { margin-block: 0.2em 0.4em; }
.hero p { margin-block: 0.4rem; }
.promise { color: var(--quiet); font-size: 0.9rem; }
/** As high as the screen allows below the title, so that the input is visible at once. */
.ask docent-chat { display: block; block-size: clamp(26rem, 100vh - 19rem, 40rem); }
.closed { color: var(--quiet); font-size: 0.9rem; margin-block: 1rem; }
@media (pointer: coarse) { .find kbd { display: none; } }
@media print { .bar, .foot, .neighbours, docent-chat { display: none; } }
`;

/** Says on the front page that the chat is closed. */
export const siteScript = `const followChat = () => {
  const chat = document.querySelector('docent-chat');
  const note = document.querySelector('.ask > .closed');
  if (!chat || !note) return;
  const look = () => (note.hidden = !chat.hasAttribute('data-closed'));
  new MutationObserver(look).observe(chat, { attributes: true, attributeFilter: ['data-closed'] });
  look();
};
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', followChat);
else followChat();
`;

export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f5fbf" d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"/><path fill="#fff" d="M8 10h16v2.4H8zm0 5h11v2.4H8z"/></svg>
`;
