/** Style sheet of the handbook's pages. */
export const style = `
:root { color-scheme: light dark; font: 16px/1.65 system-ui, sans-serif; --line: light-dark(#d9dde5, #3a3f4b); --soft: light-dark(#f4f5f7, #23262e); --link: light-dark(#2f5fb3, #8ab0ff); }
body { max-width: 48rem; margin: 0 auto; padding: 0 1.25rem 4rem; background: light-dark(#fff, #16181d); color: light-dark(#1d2330, #e6e8ee); }
header { display: flex; justify-content: space-between; gap: 1rem; border-bottom: 1px solid var(--line); }
header p { margin: 0; padding: .75rem 0; }
a { color: var(--link); text-underline-offset: .15em; overflow-wrap: anywhere; }
nav { margin: .5rem 0 0; }
nav ul { columns: 18rem; margin: .5rem 0; padding: 0; list-style: none; }
nav li { padding: .25rem 0; break-inside: avoid; }
nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
summary { padding: .6rem 0; cursor: pointer; }
h1 { margin: 1rem 0; font-size: 1.8rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
:target { scroll-margin-top: 1rem; }
code { padding: .05rem .25rem; border-radius: 4px; background: var(--soft); font: .88em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow: auto; padding: .75rem 1rem; border-radius: 8px; background: var(--soft); line-height: 1.5; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { padding: .4rem .6rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
th { background: var(--soft); }
`;
