import { parseSync, type Plugin } from 'vite';

/**
 * Takes out of marked what the bundler cannot, because its parts depend on each other: the class and the functions for other uses,
 * and the rules of other dialects. The lexer, the parser and the renderer remain, with the rules of GitHub's Markdown.
 *
 * And lets marked make its largest patterns when they are first used. Each holds a dozen Unicode classes, which browsers look up one
 * by one; made together while the module is loaded they hold up a slow phone for a tenth of a second. Marked only calls `exec` of
 * these and sets `lastIndex`.
 */
export function leanMarked(): Plugin {
  const made = 'getRegex:()=>new RegExp(t,e)';
  const late = `getRegex:()=>e==="gu"&&t.length>200?(()=>{let r,p=()=>r??=new RegExp(t,e);return{exec:s=>p().exec(s),set lastIndex(n){p().lastIndex=n}}})():new RegExp(t,e)`;
  return {
    name: 'docent-lean-marked',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'modules',
    transform: {
      filter: { id: /\/marked\.esm\.js$/ },
      handler(code) {
        const rest = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse[^]*export\{([^}]*)\}/;
        const dialects = code.match(/(?:,breaks:\w+)?,pedantic:\w+\}/g);
        if (!code.includes(made) || !rest.test(code) || dialects?.length !== 2)
          this.error('marked is made in another way now');
        const lean = (_: string, _class: string, names: string) =>
          `export{${names
            .split(',')
            .filter((name) => / as (?:Lexer|Parser|Renderer|getDefaults)$/.test(name))
            .join()}}`;
        const oneDialect = dialects
          .reduce((rules, others) => rules.replace(others, '}'), code)
          .replaceAll('this.options.gfm', '!0')
          .replace(/this\.options\.(?:breaks|pedantic)/g, '!1');
        return { code: withoutUnused(oneDialect.replace(made, late).replace(rest, lean)), map: null };
      },
    },
  };
}

/** Removes rules that nothing names any more: how they are made looks to the bundler as if it had effects. */
function withoutUnused(code: string): string {
  for (const statement of parseSync('marked.js', code).program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    const { declarations } = statement;
    for (const [n, { id, init, end }] of declarations.entries()) {
      const before = declarations[n - 1];
      if (!before || id.type !== 'Identifier' || !init) continue;
      const isRule = /^(?:\w+\(|\{\.\.\.|\/|")/.test(code.slice(init.start, init.end));
      const uses = code.match(new RegExp(`(?<![\\w$.])${id.name}(?![\\w$:])`, 'g'));
      if (isRule && uses?.length === 1) return withoutUnused(code.slice(0, before.end) + code.slice(end));
    }
  }
  return code;
}

/**
 * Takes the lists of what is usually allowed out of DOMPurify: the widget names the few tags and attributes that it lets through.
 * Without their names, elements of SVG and MathML are unknown and go as well.
 */
export function leanPurify(): Plugin {
  const list =
    /^const (?:html|svg|mathMl|xml|svgFilters|svgDisallowed|mathMlDisallowed)(?:\$1)? = freeze\(\[[^\]]*\]\);$/gm;
  return {
    name: 'docent-lean-purify',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'modules',
    transform: {
      filter: { id: /\/purify\.es\.mjs$/ },
      handler(code) {
        if (code.match(list)?.length !== 10)
          this.error('DOMPurify lists its tags and attributes in another way now');
        const lean = code.replace(list, (whole) => whole.replace(/\[[^\]]*\]/, '[]'));
        return { code: lean, map: null };
      },
    },
  };
}
