<?php
/**
 * Plugin Name: Docent
 * Description: Puts the Docent assistant on every page, and tells Docent when an article has changed.
 * Version: 1.0
 * Requires at least: 5.6
 * License: Apache-2.0
 *
 * Copy this file into wp-content/mu-plugins/ and add to wp-config.php:
 *
 *   define( 'DOCENT_URL', 'https://docent.example.org' );   // where Docent is reached; '' when it shares the site's origin
 *   define( 'DOCENT_HINT_SECRET', '...' );                  // the same text as in Docent's settings
 *   define( 'DOCENT_HINT_URL', 'http://127.0.0.1:8090' );   // where WordPress reaches Docent, when that is another address
 */

if ( ! defined( 'ABSPATH' ) || ! defined( 'DOCENT_URL' ) ) {
	return;
}

add_action(
	'wp_enqueue_scripts',
	static function () {
		wp_enqueue_script( 'docent', rtrim( DOCENT_URL, '/' ) . '/widget.js', array(), null, true );
	}
);

add_filter(
	'script_loader_tag',
	static function ( $tag, $handle ) {
		return 'docent' === $handle ? str_replace( '<script ', '<script async data-references="show" ', $tag ) : $tag;
	},
	10,
	2
);

/**
 * Tells Docent once, at the end of the request, whatever number of articles have changed in it. Drafts are nobody's
 * business: only what visitors can read, or could read before, is told.
 */
function docent_changed( $post ) {
	static $urls = null;
	if ( ! defined( 'DOCENT_HINT_SECRET' ) || 'publish' !== $post->post_status || ! is_post_type_viewable( $post->post_type ) ) {
		return;
	}
	if ( null === $urls ) {
		$urls = array();
		add_action(
			'shutdown',
			static function () use ( &$urls ) {
				$base = defined( 'DOCENT_HINT_URL' ) ? DOCENT_HINT_URL : ( DOCENT_URL ? DOCENT_URL : home_url() );
				$body = wp_json_encode( array( 'urls' => array_values( array_unique( $urls ) ) ) );
				$time = (string) time();
				wp_remote_post(
					rtrim( $base, '/' ) . '/apis/api.ai-suite.svc.run/v1alpha1/site-changes',
					array(
						'blocking' => false,
						'timeout'  => 2,
						'headers'  => array(
							'Content-Type'       => 'application/json',
							'X-Docent-Time'      => $time,
							'X-Docent-Signature' => 'sha256=' . hash_hmac( 'sha256', $time . '.' . $body, DOCENT_HINT_SECRET ),
						),
						'body'     => $body,
					)
				);
			}
		);
	}
	if ( count( $urls ) < 100 ) {
		$urls[] = (string) get_permalink( $post );
	}
}

add_action(
	'wp_after_insert_post',
	static function ( $post_id, $post, $update, $before ) {
		docent_changed( $post );
		if ( $before ) {
			docent_changed( $before );
		}
	},
	10,
	4
);
add_action(
	'before_delete_post',
	static function ( $post_id, $post ) {
		docent_changed( $post );
	},
	10,
	2
);
