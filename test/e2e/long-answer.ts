/** An answer with formulas and code in several languages. */
export const drawnText = `The area of a circle is $A = \\pi r^2$ [1], and prices like $5 and $10 stay prices.

$$
\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}
$$

\\[ \\int_0^1 \\sqrt{x}\\,dx = \\tfrac{2}{3} \\]

\`\`\`ts
// Adds up.
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
console.log("total", total([1, 2, 3]));
\`\`\`

\`\`\`yaml
service: docent # the name
port: 8080
\`\`\`

\`\`\`text
plain words
\`\`\`

Not a formula: $\\href{javascript:alert(1)}{x}$, $\\includegraphics{https://evil.example/x.png}$, $\\frac{1$ and $\\def\\a{\\a\\a}\\a$.`;

const section = (n: number) => `## Part ${n}

To move the site, **copy the folder** with the database, the attachments and the theme [1]; the service may stay up while the
copy is made, because every write is whole before it is acknowledged [2].

1. Stop the service, so that no half-written file is copied [1].
2. Copy the folder and note the version: \`docent --version\`.
3. Start the service again, and look at the log for ${n} minutes [2].

| What | Where | Kept |
| --- | --- | ---: |
| Database | \`data/db\` | yes |
| Attachments | \`data/files\` | yes |
| Cache | \`data/cache\` | no |

\`\`\`sh
docker compose stop
tar czf backup-$(date +%F).tar.gz data/
docker compose start
\`\`\`

The time it takes is about $t = \\frac{size}{speed}$ seconds.

`;

/** An answer of about 8,000 characters with everything that an answer may hold. */
export const longText = Array.from({ length: 8 }, (_, n) => section(n + 1)).join('');
