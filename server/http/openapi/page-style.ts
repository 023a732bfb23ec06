/** Style sheet of the reference page. */
export const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --line: light-dark(#d9dde5, #3a3f4b); --soft: light-dark(#f4f5f7, #23262e); --link: light-dark(#2f5fb3, #8ab0ff); }
body { margin: 0; display: grid; grid-template-columns: 20rem minmax(0, 1fr); grid-template-rows: auto 1fr; background: light-dark(#fff, #16181d); color: light-dark(#1d2330, #e6e8ee); }
header { grid-column: 1 / -1; padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 1.4rem; }
header p { margin: .25rem 0 0; }
header p a { white-space: nowrap; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; box-sizing: border-box; padding: 1rem; font-size: .85rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0 0 0 .5rem; }
nav b, h3 b { font-size: .75em; color: light-dark(#0b6b3a, #7bd4a0); }
main { padding: 0 1.5rem 4rem; }
a { color: var(--link); text-decoration: none; overflow-wrap: anywhere; }
a:hover, a:focus-visible, td a, p a { text-decoration: underline; text-underline-offset: .15em; }
h2 { margin: 2rem 0 .5rem; }
h3 { margin: 0; font-size: 1rem; }
h4 { margin: .75rem 0 .25rem; font-size: .85rem; }
small { font-weight: normal; color: light-dark(#5a6375, #a2a9b8); }
em { font-style: normal; font-size: .75rem; padding: .1rem .4rem; border-radius: 4px; background: light-dark(#fdf0d5, #4a3a14); }
article { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
article:target { border-color: var(--link); }
article > p { margin: .25rem 0; }
table { width: 100%; border-collapse: collapse; font-size: .85rem; }
td { padding: .25rem .5rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 30%; }
details { padding: .15rem 0; }
summary { cursor: pointer; min-height: 24px; line-height: 24px; }
nav li a { display: inline-block; min-height: 24px; line-height: 24px; }
code { font: .85em ui-monospace, monospace; background: var(--soft); padding: .05rem .25rem; border-radius: 4px; }
pre { margin: .25rem 0; padding: .5rem .75rem; max-height: 24rem; overflow: auto; font: .8rem/1.45 ui-monospace, monospace; background: var(--soft); border-radius: 6px; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
`;
