<?php
/**
 * Plugin Name: Docent
 * Description: Puts the Docent assistant on every page, tells Docent when an article has changed, and helps authors in the block editor.
 * Version: 1.1
 * Requires at least: 5.6
 * License: Apache-2.0
 *
 * Copy this file into wp-content/mu-plugins/ and add to wp-config.php:
 *
 *   define( 'DOCENT_URL', 'https://docent.example.org' );   // where Docent is reached; '' when it shares the site's origin
 *   define( 'DOCENT_HINT_SECRET', '...' );                  // the same text as in Docent's settings
 *   define( 'DOCENT_HINT_URL', 'http://127.0.0.1:8090' );   // where WordPress reaches Docent, when that is another address
 *   define( 'DOCENT_TOKEN', '...' );                        // an access token of Docent, for writing help in the editor
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

/** Where WordPress reaches Docent. */
function docent_base() {
	$base = defined( 'DOCENT_HINT_URL' ) ? DOCENT_HINT_URL : ( DOCENT_URL ? DOCENT_URL : home_url() );
	return rtrim( $base, '/' );
}

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
				$body = wp_json_encode( array( 'urls' => array_values( array_unique( $urls ) ) ) );
				$time = (string) time();
				wp_remote_post(
					docent_base() . '/apis/api.ai-suite.svc.run/v1alpha1/site-changes',
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

/*
 * Writing help in the block editor: a sidebar, and the route it asks by. WordPress checks who asks, by its own nonce, and adds
 * the token here, so that no browser ever sees it.
 */
add_action(
	'enqueue_block_editor_assets',
	static function () {
		if ( ! defined( 'DOCENT_TOKEN' ) || ! current_user_can( 'edit_posts' ) ) {
			return;
		}
		$needs = array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-data', 'wp-edit-post', 'wp-element', 'wp-plugins', 'wp-rich-text' );
		wp_enqueue_script( 'docent-writing', rtrim( DOCENT_URL, '/' ) . '/widget/editor/wordpress.js', $needs, null, true );
	}
);

add_action(
	'rest_api_init',
	static function () {
		if ( ! defined( 'DOCENT_TOKEN' ) ) {
			return;
		}
		$text = array( 'type' => 'string' );
		register_rest_route(
			'docent/v1',
			'/writing',
			array(
				'methods'             => 'POST',
				'callback'            => 'docent_write',
				'permission_callback' => static function () {
					return current_user_can( 'edit_posts' );
				},
				'args'                => array(
					'text'        => array( 'type' => 'string', 'required' => true ),
					'action'      => $text,
					'instruction' => $text,
					'format'      => $text,
				),
			)
		);
	}
);

/** Hands a request for writing help on to Docent, with the token and nothing else of the browser's. */
function docent_write( WP_REST_Request $request ) {
	$asked = array();
	foreach ( array( 'text', 'action', 'instruction', 'format' ) as $name ) {
		$asked[ $name ] = (string) $request->get_param( $name );
	}
	$reply = wp_remote_post(
		docent_base() . '/apis/console.api.ai-suite.svc.run/v1alpha1/writing/assist',
		array(
			'timeout'     => 120,
			'redirection' => 0,
			'headers'     => array(
				'Content-Type'  => 'application/json',
				'Authorization' => 'Bearer ' . DOCENT_TOKEN,
			),
			'body'        => wp_json_encode( $asked ),
		)
	);
	if ( is_wp_error( $reply ) ) {
		return new WP_Error( 'docent_unreachable', 'Docent could not be reached.', array( 'status' => 502 ) );
	}
	$status = (int) wp_remote_retrieve_response_code( $reply );
	$body   = json_decode( wp_remote_retrieve_body( $reply ), true );
	if ( 200 === $status && is_array( $body ) ) {
		return new WP_REST_Response( $body );
	}
	if ( 401 === $status ) {
		return new WP_Error( 'docent_token', 'Docent does not know the access token of this site (DOCENT_TOKEN).', array( 'status' => 502 ) );
	}
	$error = is_array( $body ) && isset( $body['error'] ) ? (string) $body['error'] : 'Docent refused the request.';
	return new WP_Error( 'docent_refused', $error, array( 'status' => $status >= 400 ? $status : 502 ) );
}
