import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isMissing } from '../missing-tool.ts';

const run = promisify(execFile);
const plugin = resolve(import.meta.dirname, '../../deploy/wordpress/docent.php');

const hasPhp = () => {
  try {
    execFileSync('php', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const isSkipped = isMissing('the abilities of the WordPress plugin', hasPhp() ? '' : 'php is not installed');

/** The few functions of WordPress that the abilities need; `wp_remote_request` answers as the test says. */
const wordpress = String.raw`<?php
define( 'ABSPATH', '/' );
define( 'DOCENT_URL', 'https://docent.example.org/' );
$hooks = array(); $abilities = array(); $asked = array();
function add_action( $name, $callback ) { global $hooks; $hooks[ $name ][] = $callback; }
function add_filter() {}
function plugin_basename() { return 'docent.php'; }
function register_activation_hook() {}
function register_deactivation_hook() {}
function get_option() { return array(); }
function determine_locale() { return 'en_US'; }
function current_user_can( $what ) { return 'read' === $what; }
function wp_json_encode( $value ) { return json_encode( $value ); }
function is_wp_error( $value ) { return $value instanceof WP_Error; }
class WP_Error { public $code; public $message; public $data; function __construct( $code, $message, $data ) { $this->code = $code; $this->message = $message; $this->data = $data; } }
function wp_register_ability_category( $name, $given ) { global $abilities; $abilities['categories'][] = $name; }
function wp_register_ability( $name, $given ) { global $abilities; $abilities[ $name ] = $given; }
function wp_remote_request( $url, $given ) { global $asked, $status, $reply; $asked[] = array( $given['method'], $url, $given['body'], $given['headers'] ); return array( $status, $reply ); }
function wp_remote_retrieve_response_code( $reply ) { return $reply[0]; }
function wp_remote_retrieve_body( $reply ) { return $reply[1]; }
`;

async function inWordpress(php: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-abilities-'));
  try {
    const file = join(folder, 'try.php');
    await writeFile(file, `${wordpress}\nrequire '${plugin}';\n${php}`);
    const { stdout } = await run('php', ['-d', 'display_errors=stderr', file]);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const registered = `
foreach ( array( 'wp_abilities_api_categories_init', 'wp_abilities_api_init' ) as $hook ) {
	foreach ( $hooks[ $hook ] as $callback ) { call_user_func( $callback ); }
}
`;

describe.skipIf(isSkipped)('ED14: abilities for programs in WordPress', () => {
  test('search and ask are registered for readers, with schemas that take nothing else', async () => {
    const found = await inWordpress(`${registered}
      echo json_encode( array( $abilities['categories'], array_map( static function ( $one ) {
        return array( $one['category'], $one['input_schema']['required'], $one['input_schema']['additionalProperties'], call_user_func( $one['permission_callback'] ) );
      }, array_diff_key( $abilities, array( 'categories' => 1 ) ) ) ) );`);
    expect(found).toEqual([
      ['docent'],
      {
        'docent/search': ['docent', ['query'], false, true],
        'docent/ask': ['docent', ['question'], false, true],
      },
    ]);
  });

  test('they ask what visitors ask, without a token, and give the reply or the refusal back', async () => {
    const found = await inWordpress(`${registered}
      $status = 200; $reply = '{"reply":"In trees [1]","citations":[]}';
      $first = call_user_func( $abilities['docent/ask']['execute_callback'], array( 'question' => 'Where do herons nest?' ) );
      $status = 429; $reply = '{"error":"The searches of one hour are used up"}';
      $second = call_user_func( $abilities['docent/search']['execute_callback'], array( 'query' => 'herons & ponds' ) );
      echo json_encode( array( $first, $second, $asked ) );`);
    const api = 'https://docent.example.org/apis/api.ai-suite.svc.run/v1alpha1';
    expect(found).toEqual([
      { reply: 'In trees [1]', citations: [] },
      { code: 'docent_refused', message: 'The searches of one hour are used up', data: { status: 429 } },
      [
        [
          'POST',
          `${api}/chat`,
          '{"message":"Where do herons nest?"}',
          { 'Content-Type': 'application/json' },
        ],
        [
          'GET',
          `${api}/search/halo-results?keyword=herons%20%26%20ponds`,
          null,
          { 'Content-Type': 'application/json' },
        ],
      ],
    ]);
  });
});
