import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Debian's package, or the unpacked folder of another version. */
export const wordpressSource = process.env['DOCENT_TEST_WORDPRESS'] ?? '/usr/share/wordpress';
/** Where Debian's package has plug-ins and themes of this machine. */
export const wordpressContent = '/var/lib/wordpress/wp-content';

/**
 * What a WordPress in a folder lacks to be a site, `''` when nothing. Without a theme its pages are empty; Debian has the themes in
 * packages of their own, and puts them in the second folder too.
 */
export function wordpressLack(root = wordpressSource, content = wordpressContent): string {
  if (!existsSync(join(root, 'wp-load.php'))) return `there is no WordPress in ${root}`;
  const hasTheme = [join(root, 'wp-content'), content].some((folder) =>
    namesIn(join(folder, 'themes')).some((name) => existsSync(join(folder, 'themes', name, 'style.css'))),
  );
  return hasTheme
    ? ''
    : `the WordPress in ${root} has no theme: apt-get install wordpress-theme-twentytwentythree`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
