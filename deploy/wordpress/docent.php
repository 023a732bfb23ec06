<?php
/**
 * Plugin Name: Docent
 * Description: Puts the Docent assistant on every page, tells Docent when an article has changed, and helps authors in the block editor.
 * Version: 1.4
 * Requires at least: 5.6
 * Requires PHP: 7.0
 * License: Apache-2.0
 *
 * Copy this file into wp-content/plugins/, switch the plugin on, and fill in Settings → Docent. Or copy it into
 * wp-content/mu-plugins/. Constants in wp-config.php win over the settings page:
 *
 *   define( 'DOCENT_URL', 'https://docent.example.org' );   // where Docent is reached; '' when it shares the site's origin
 *   define( 'DOCENT_HINT_SECRET', '...' );                  // the same text as in Docent's settings
 *   define( 'DOCENT_HINT_URL', 'http://127.0.0.1:8090' );   // where WordPress reaches Docent, when that is another address
 *   define( 'DOCENT_TOKEN', '...' );                        // an access token of Docent of scope "writing", for writing help in the editor
 *   define( 'DOCENT_WRITING_PER_DAY', 200 );                // calls for writing help of one author a day; 0 for no limit
 */

if ( ! defined( 'ABSPATH' ) ) {
	return;
}

// The file may be in both plugin folders; only the first one that is loaded defines the functions.
if ( ! function_exists( 'docent_setting' ) ) :

/** Value of the constant in wp-config.php that overrides a setting; '' when it is not defined. */
function docent_constant( $name ) {
	$constants = array(
		'url'    => 'DOCENT_URL',
		'secret' => 'DOCENT_HINT_SECRET',
		'base'   => 'DOCENT_HINT_URL',
		'token'  => 'DOCENT_TOKEN',
		'daily'  => 'DOCENT_WRITING_PER_DAY',
	);
	return isset( $constants[ $name ] ) && defined( $constants[ $name ] ) ? $constants[ $name ] : '';
}

/** A setting: its constant, else the value saved on the settings page, else ''. */
function docent_setting( $name ) {
	$constant = docent_constant( $name );
	if ( '' !== $constant ) {
		return (string) constant( $constant );
	}
	$kept = get_option( 'docent', array() );
	return is_array( $kept ) && isset( $kept[ $name ] ) ? (string) $kept[ $name ] : '';
}

/** True when an address is set; an empty constant means the site's own origin. */
function docent_is_set_up() {
	return defined( 'DOCENT_URL' ) || '' !== docent_setting( 'url' );
}

/** Base address of Docent for browsers. */
function docent_public() {
	return rtrim( docent_setting( 'url' ), '/' );
}

/** Base address of Docent for requests from WordPress. */
function docent_base() {
	$base = docent_setting( 'base' );
	if ( '' === $base ) {
		$base = docent_public();
	}
	return rtrim( '' === $base ? home_url() : $base, '/' );
}

add_action(
	'wp_enqueue_scripts',
	static function () {
		$is_for_all = 'administrators' !== docent_setting( 'audience' );
		if ( docent_is_set_up() && ( $is_for_all || current_user_can( 'manage_options' ) ) ) {
			wp_enqueue_script( 'docent', docent_public() . '/widget.js', array(), null, true );
		}
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

/** Sends a signed notice of changed pages. It carries addresses only; Docent reads the pages itself. */
function docent_push( array $urls, $is_waiting ) {
	$body = wp_json_encode( array( 'urls' => $urls ) );
	$time = (string) time();
	return wp_remote_post(
		docent_base() . '/apis/api.ai-suite.svc.run/v1alpha1/site-changes',
		array(
			'blocking' => $is_waiting,
			'timeout'  => $is_waiting ? 10 : 2,
			'headers'  => array(
				'Content-Type'       => 'application/json',
				'X-Docent-Time'      => $time,
				'X-Docent-Signature' => 'sha256=' . hash_hmac( 'sha256', $time . '.' . $body, docent_setting( 'secret' ) ),
			),
			'body'     => $body,
		)
	);
}

/**
 * Notifies Docent once at the end of the request, however many articles changed in it. Drafts are not reported, only
 * articles that visitors can read or could read before.
 */
function docent_changed( $post ) {
	static $urls = null;
	if ( '' === docent_setting( 'secret' ) || ! docent_is_set_up() || 'publish' !== $post->post_status || ! is_post_type_viewable( $post->post_type ) ) {
		return;
	}
	if ( null === $urls ) {
		$urls = array();
		add_action(
			'shutdown',
			static function () use ( &$urls ) {
				docent_push( array_values( array_unique( $urls ) ), false );
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
 * Writing help in the block editor: a sidebar and the REST route it calls. WordPress checks the author's rights and its nonce.
 * The token is added here, on the server, so that browsers never see it.
 */
add_action(
	'enqueue_block_editor_assets',
	static function () {
		if ( '' === docent_setting( 'token' ) || ! docent_is_set_up() || ! current_user_can( 'edit_posts' ) ) {
			return;
		}
		$needs = array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-data', 'wp-edit-post', 'wp-element', 'wp-plugins', 'wp-rich-text' );
		wp_enqueue_script( 'docent-writing', docent_public() . '/widget/editor/wordpress.js', $needs, null, true );
	}
);

add_action(
	'rest_api_init',
	static function () {
		if ( '' === docent_setting( 'token' ) || ! docent_is_set_up() ) {
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
					'url'         => $text,
					'image'       => $text,
				),
			)
		);
	}
);

/** Calls for writing help that one author has a day; 0 for no limit. */
function docent_daily() {
	$daily = docent_setting( 'daily' );
	return '' === $daily ? 200 : max( 0, (int) $daily );
}

/** Counts one call of an author, in one statement, so that calls at the same time cannot pass the limit; false when the day is used up. */
function docent_count_call( $author, $daily ) {
	global $wpdb;
	if ( 0 === $daily ) {
		return true;
	}
	$key = 'docent_calls_' . wp_date( 'Y-m-d' );
	if ( add_user_meta( $author, $key, '0', true ) ) {
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->usermeta} WHERE user_id = %d AND meta_key LIKE %s AND meta_key <> %s", $author, $wpdb->esc_like( 'docent_calls_' ) . '%', $key ) );
	}
	$counted = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->usermeta} SET meta_value = meta_value + 1 WHERE user_id = %d AND meta_key = %s AND meta_value + 0 < %d", $author, $key, $daily ) );
	wp_cache_delete( $author, 'user_meta' );
	return $counted > 0;
}

/** Forwards a request for writing help to Docent with the token; cookies and headers of the browser are not sent. */
function docent_write( WP_REST_Request $request ) {
	if ( ! docent_count_call( get_current_user_id(), docent_daily() ) ) {
		$words = sprintf( docent_text( 'You have used your %d calls for writing help of today. Tomorrow there are new ones; an administrator can raise the number under Settings → Docent.' ), docent_daily() );
		return new WP_Error( 'docent_daily', $words, array( 'status' => 429 ) );
	}
	$asked = array();
	foreach ( array( 'text', 'action', 'instruction', 'format', 'url', 'image' ) as $name ) {
		$asked[ $name ] = (string) $request->get_param( $name );
	}
	$reply = wp_remote_post(
		docent_base() . '/apis/console.api.ai-suite.svc.run/v1alpha1/writing/assist',
		array(
			'timeout'     => 120,
			'redirection' => 0,
			'headers'     => array(
				'Content-Type'  => 'application/json',
				'Authorization' => 'Bearer ' . docent_setting( 'token' ),
				'Prefer'        => 'explanations',
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
	if ( 403 === $status && is_array( $body ) && isset( $body['explanation']['code'] ) && 'token_scope' === $body['explanation']['code'] ) {
		return new WP_Error( 'docent_token', docent_text( 'The access token of this site is not meant for writing help. Make one of scope “writing”.' ), array( 'status' => 502 ) );
	}
	if ( 401 === $status ) {
		return new WP_Error( 'docent_token', docent_text( 'Docent does not know the access token of this site (Settings → Docent, or DOCENT_TOKEN), or its time is over.' ), array( 'status' => 502 ) );
	}
	$error = is_array( $body ) && isset( $body['error'] ) ? (string) $body['error'] : 'Docent refused the request.';
	$data  = array( 'status' => $status >= 400 ? $status : 502 );
	if ( is_array( $body ) && isset( $body['explanation'] ) ) {
		// The sidebar words the refusal in the author's language by its code.
		$data['explanation'] = $body['explanation'];
	}
	return new WP_Error( 'docent_refused', $error, $data );
}

/*
 * Abilities for programs in WordPress (the Abilities API of WordPress 6.9): what visitors can do, for whoever may read the site's
 * dashboard. Older versions have no such interface and register nothing. Docent counts these calls as those of one visitor.
 */
add_action(
	'wp_abilities_api_categories_init',
	static function () {
		if ( docent_is_set_up() ) {
			wp_register_ability_category(
				'docent',
				array(
					'label'       => 'Docent',
					'description' => docent_text( 'Searches the articles of this site, and answers questions from them.' ),
				)
			);
		}
	}
);
add_action( 'wp_abilities_api_init', 'docent_abilities' );

function docent_abilities() {
	if ( ! docent_is_set_up() ) {
		return;
	}
	$input = static function ( $name, $words, $length ) {
		return array(
			'type'                 => 'object',
			'properties'           => array( $name => array( 'type' => 'string', 'minLength' => 1, 'maxLength' => $length, 'description' => $words ) ),
			'required'             => array( $name ),
			'additionalProperties' => false,
		);
	};
	$shared = array(
		'category'            => 'docent',
		'permission_callback' => static function () {
			return current_user_can( 'read' );
		},
		'meta'                => array( 'show_in_rest' => true, 'annotations' => array( 'readonly' => true, 'destructive' => false ) ),
	);
	wp_register_ability(
		'docent/search',
		$shared + array(
			'label'            => docent_text( 'Search the articles of this site' ),
			'description'      => docent_text( 'Finds public articles of this site by words, also with spelling mistakes.' ),
			'input_schema'     => $input( 'query', docent_text( 'Words to search for' ), 500 ),
			'output_schema'    => array( 'type' => 'object' ),
			'execute_callback' => static function ( $asked ) {
				return docent_ability( 'GET', '/search/halo-results?keyword=' . rawurlencode( (string) $asked['query'] ) );
			},
		)
	);
	wp_register_ability(
		'docent/ask',
		$shared + array(
			'label'            => docent_text( 'Ask the articles of this site' ),
			'description'      => docent_text( 'Answers a question from the public articles of this site and names its sources.' ),
			'input_schema'     => $input( 'question', docent_text( 'The question' ), 4000 ),
			'output_schema'    => array( 'type' => 'object' ),
			'execute_callback' => static function ( $asked ) {
				return docent_ability( 'POST', '/chat', array( 'message' => (string) $asked['question'] ) );
			},
		)
	);
}

/** Asks a public operation of Docent, without a token: what is answered is what a visitor would get. */
function docent_ability( $method, $path, $body = null ) {
	$reply = wp_remote_request(
		docent_base() . '/apis/api.ai-suite.svc.run/v1alpha1' . $path,
		array(
			'method'      => $method,
			'timeout'     => 120,
			'redirection' => 0,
			'headers'     => array( 'Content-Type' => 'application/json' ),
			'body'        => null === $body ? null : wp_json_encode( $body ),
		)
	);
	if ( is_wp_error( $reply ) ) {
		return new WP_Error( 'docent_unreachable', 'Docent could not be reached.', array( 'status' => 502 ) );
	}
	$status = (int) wp_remote_retrieve_response_code( $reply );
	$said   = json_decode( wp_remote_retrieve_body( $reply ), true );
	if ( 200 === $status && is_array( $said ) && ! isset( $said['error'] ) ) {
		return $said;
	}
	$error = is_array( $said ) && isset( $said['error'] ) ? (string) $said['error'] : 'Docent refused the request.';
	return new WP_Error( 'docent_refused', $error, array( 'status' => $status >= 400 ? $status : 502 ) );
}

/*
 * The settings page. Secrets are stored unencrypted, because requests need them; the token is never printed in a page.
 */
add_action(
	'admin_init',
	static function () {
		register_setting(
			'docent',
			'docent',
			array(
				'type'              => 'array',
				'default'           => array(),
				'sanitize_callback' => 'docent_clean',
			)
		);
	}
);

add_action(
	'admin_menu',
	static function () {
		add_options_page( 'Docent', 'Docent', 'manage_options', 'docent', 'docent_page' );
	}
);

add_filter(
	'plugin_action_links_' . plugin_basename( __FILE__ ),
	static function ( $links ) {
		$link = '<a href="' . esc_url( admin_url( 'options-general.php?page=docent' ) ) . '">' . esc_html( docent_text( 'Settings' ) ) . '</a>';
		array_unshift( $links, $link );
		return $links;
	}
);

register_activation_hook(
	__FILE__,
	static function () {
		register_uninstall_hook( __FILE__, 'docent_uninstall' );
	}
);

/** Deletes the settings when the plugin is uninstalled. */
function docent_uninstall() {
	delete_option( 'docent' );
}

/** Sanitizes the form. An invalid address keeps the saved one and shows an error. */
function docent_clean( $given ) {
	$given = is_array( $given ) ? $given : array();
	$kept  = get_option( 'docent', array() );
	$kept  = is_array( $kept ) ? $kept : array();
	foreach ( array( 'url', 'base' ) as $name ) {
		$text = isset( $given[ $name ] ) ? trim( (string) $given[ $name ] ) : '';
		$url  = esc_url_raw( $text, array( 'http', 'https' ) );
		if ( '' !== $text && ( '' === $url || ! preg_match( '#^https?://[^/\s]+#i', $text ) ) ) {
			add_settings_error( 'docent', 'docent_' . $name, docent_text( 'An address begins with https:// or http://. The earlier one was kept.' ) );
			continue;
		}
		$kept[ $name ] = rtrim( $url, '/' );
	}
	$kept['secret']   = isset( $given['secret'] ) ? trim( sanitize_text_field( (string) $given['secret'] ) ) : '';
	$kept['audience'] = isset( $given['audience'] ) && 'administrators' === $given['audience'] ? 'administrators' : 'everyone';
	$token            = isset( $given['token'] ) ? trim( sanitize_text_field( (string) $given['token'] ) ) : '';
	if ( '' !== $token ) {
		$kept['token'] = $token;
	}
	if ( ! empty( $given['forget_token'] ) ) {
		unset( $kept['token'] );
	}
	$daily         = isset( $given['daily'] ) ? trim( (string) $given['daily'] ) : '';
	$kept['daily'] = preg_match( '/^\d{1,6}$/', $daily ) ? $daily : '';
	return $kept;
}

/** Checks the connection; returns pairs of a level and a text. */
function docent_check() {
	$reply = wp_remote_get( docent_base() . '/readyz', array( 'timeout' => 5 ) );
	if ( is_wp_error( $reply ) ) {
		return array( array( 'error', docent_text( 'WordPress does not reach Docent at this address:' ) . ' ' . docent_base() . ' (' . $reply->get_error_message() . ')' ) );
	}
	$status = (int) wp_remote_retrieve_response_code( $reply );
	$ready  = json_decode( wp_remote_retrieve_body( $reply ), true );
	if ( ! is_array( $ready ) || ! isset( $ready['status'] ) ) {
		return array( array( 'error', docent_text( 'What answers at this address is not Docent:' ) . ' ' . docent_base() ) );
	}
	$found = array( 200 === $status ? array( 'success', docent_text( 'Docent is ready.' ) ) : array( 'warning', docent_text( 'Docent is reached, but does not answer visitors yet: it is still reading the site, or has a problem that its console names.' ) ) );
	if ( '' !== docent_setting( 'secret' ) ) {
		$status  = (int) wp_remote_retrieve_response_code( docent_push( array(), true ) );
		$found[] = $status >= 200 && $status < 300
			? array( 'success', docent_text( 'Docent accepts pushes of changes.' ) )
			: array( 'warning', docent_text( 'Docent refuses pushes of changes: DOCENT_HINT_SECRET must be the same text there, and this site must be the one it reads. Until then changes arrive within a minute.' ) );
	}
	if ( '' !== docent_setting( 'token' ) ) {
		$info    = wp_remote_get(
			docent_base() . '/session',
			array(
				'timeout'     => 5,
				'redirection' => 0,
				'headers'     => array( 'Authorization' => 'Bearer ' . docent_setting( 'token' ) ),
			)
		);
		$found[] = docent_check_token( json_decode( wp_remote_retrieve_body( $info ), true ) );
	}
	return $found;
}

/** What Docent says of the token; earlier versions of Docent know no scopes. */
function docent_check_token( $session ) {
	$session = is_array( $session ) ? $session : array();
	if ( isset( $session['scope'] ) && 'writing' === $session['scope'] ) {
		return array( 'success', docent_text( 'Writing help is available in the block editor.' ) );
	}
	if ( isset( $session['scope'] ) ) {
		return array( 'error', docent_text( 'The access token of this site is not meant for writing help. Make one of scope “writing”.' ) );
	}
	return isset( $session['kind'] ) && 'admin' === $session['kind']
		? array( 'warning', docent_text( 'Writing help is available in the block editor. But the access token may do everything in Docent: replace it by one of scope “writing”.' ) )
		: array( 'error', docent_text( 'Docent does not know the access token, or its time is over.' ) );
}

/** Prints one row of the form. */
function docent_row( $name, $label, $help, $field ) {
	$constant = docent_constant( $name );
	echo '<tr><th scope="row"><label for="docent-' . esc_attr( $name ) . '">' . esc_html( docent_text( $label ) ) . '</label></th><td>';
	if ( '' !== $constant ) {
		echo '<p>' . esc_html( sprintf( docent_text( 'Set in wp-config.php (%s).' ), $constant ) ) . '</p>';
	} else {
		$field();
		echo '<p class="description" id="docent-' . esc_attr( $name ) . '-help">' . esc_html( docent_text( $help ) ) . '</p>';
	}
	echo '</td></tr>';
}

/** Prints an input of the form; the value of a password is not printed. */
function docent_input( $name, $type, $placeholder, $value ) {
	printf(
		'<input type="%1$s" id="docent-%2$s" name="docent[%2$s]" class="regular-text" placeholder="%3$s" value="%4$s" aria-describedby="docent-%2$s-help" autocomplete="off" spellcheck="false">',
		esc_attr( $type ),
		esc_attr( $name ),
		esc_attr( $placeholder ),
		esc_attr( 'password' === $type ? '' : $value )
	);
}

function docent_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>Docent</h1>';
	if ( docent_is_set_up() ) {
		foreach ( docent_check() as list( $level, $text ) ) {
			echo '<div class="notice notice-' . esc_attr( $level ) . ' inline"><p>' . esc_html( $text ) . '</p></div>';
		}
	} else {
		echo '<p>' . esc_html( docent_text( 'Docent answers the questions of your visitors from your articles. Enter its address, and the assistant is on every page.' ) ) . '</p>';
	}
	echo '<form action="options.php" method="post">';
	settings_fields( 'docent' );
	echo '<table class="form-table" role="presentation">';
	docent_row(
		'url',
		'Address of Docent',
		'The address that the browsers of your visitors use. If Docent shares the address of this site, enter that one.',
		static function () {
			docent_input( 'url', 'url', 'https://docent.example.org', docent_setting( 'url' ) );
		}
	);
	docent_row(
		'audience',
		'Show the assistant to',
		'Administrators can try it on the site before anybody else sees it.',
		static function () {
			$chosen = docent_setting( 'audience' );
			echo '<select id="docent-audience" name="docent[audience]" aria-describedby="docent-audience-help">';
			echo '<option value="everyone">' . esc_html( docent_text( 'Everyone' ) ) . '</option>';
			echo '<option value="administrators"' . selected( $chosen, 'administrators', false ) . '>' . esc_html( docent_text( 'Administrators only' ) ) . '</option></select>';
		}
	);
	docent_row(
		'secret',
		'Secret for pushes',
		'Tells Docent about changes at once instead of within a minute. Give Docent the same text as DOCENT_HINT_SECRET.',
		static function () {
			docent_input( 'secret', 'text', '', docent_setting( 'secret' ) );
		}
	);
	docent_row(
		'token',
		'Access token',
		'For writing help in the block editor. Make one of scope “writing”, with “docent token create wordpress --scope writing” or in the console of Docent. It is never shown again.',
		static function () {
			$has_token = '' !== docent_setting( 'token' );
			docent_input( 'token', 'password', $has_token ? docent_text( 'Kept. Type another one to replace it.' ) : '', '' );
			if ( $has_token ) {
				echo '<p><label><input type="checkbox" name="docent[forget_token]" value="1"> ' . esc_html( docent_text( 'Remove it' ) ) . '</label></p>';
			}
		}
	);
	docent_row(
		'daily',
		'Calls for writing help a day',
		'Each author has this many a day. 0 is no limit.',
		static function () {
			docent_input( 'daily', 'number', '200', docent_setting( 'daily' ) );
		}
	);
	docent_row(
		'base',
		'Address for this server',
		'Only when WordPress reaches Docent under another address than visitors do, such as http://127.0.0.1:8090.',
		static function () {
			docent_input( 'base', 'url', 'http://127.0.0.1:8090', docent_setting( 'base' ) );
		}
	);
	echo '</table>';
	submit_button( docent_text( 'Save and check' ) );
	echo '</form></div>';
}

/** A text of the settings page, translated for the current user. */
function docent_text( $english ) {
	static $chinese = array(
		'Settings'                                  => '设置',
		'An address begins with https:// or http://. The earlier one was kept.' => '地址以 https:// 或 http:// 开头。已保留原来的地址。',
		'WordPress does not reach Docent at this address:' => 'WordPress 无法通过此地址连接 Docent：',
		'What answers at this address is not Docent:' => '此地址上的服务不是 Docent：',
		'Docent is ready.'                          => 'Docent 已就绪。',
		'Docent is reached, but does not answer visitors yet: it is still reading the site, or has a problem that its console names.' => '已连接 Docent，但它还不能回答访客：可能仍在读取网站，或者有问题，请查看它的控制台。',
		'Docent accepts pushes of changes.'         => 'Docent 接受变更推送。',
		'Docent refuses pushes of changes: DOCENT_HINT_SECRET must be the same text there, and this site must be the one it reads. Until then changes arrive within a minute.' => 'Docent 拒绝变更推送：那边的 DOCENT_HINT_SECRET 必须与此处相同，并且它读取的必须是本网站。在此之前，变更会在一分钟内生效。',
		'Writing help is available in the block editor.' => '区块编辑器中可以使用写作助手。',
		'Docent does not know the access token, or its time is over.' => 'Docent 不认识这个访问令牌，或者它已过期。',
		'Docent does not know the access token of this site (Settings → Docent, or DOCENT_TOKEN), or its time is over.' => 'Docent 不认识本站的访问令牌（设置 → Docent，或 DOCENT_TOKEN），或者它已过期。',
		'The access token of this site is not meant for writing help. Make one of scope “writing”.' => '本站的访问令牌不能用于写作助手。请创建一个权限为“写作助手”（writing）的令牌。',
		'Writing help is available in the block editor. But the access token may do everything in Docent: replace it by one of scope “writing”.' => '区块编辑器中可以使用写作助手。但这个访问令牌在 Docent 中拥有全部权限，请换成权限为“写作助手”（writing）的令牌。',
		'You have used your %d calls for writing help of today. Tomorrow there are new ones; an administrator can raise the number under Settings → Docent.' => '您今天的 %d 次写作助手已用完，明天可以继续使用；管理员可在“设置 → Docent”中调整次数。',
		'Calls for writing help a day'              => '每天的写作助手次数',
		'Each author has this many a day. 0 is no limit.' => '每位作者每天可用的次数，0 表示不限。',
		'Set in wp-config.php (%s).'                => '已在 wp-config.php 中设置（%s）。',
		'Docent answers the questions of your visitors from your articles. Enter its address, and the assistant is on every page.' => 'Docent 根据您的文章回答访客的问题。填写它的地址，每个页面就会出现助手。',
		'Address of Docent'                         => 'Docent 的地址',
		'The address that the browsers of your visitors use. If Docent shares the address of this site, enter that one.' => '访客浏览器访问 Docent 的地址。如果它与本站共用地址，就填本站地址。',
		'Show the assistant to'                     => '向谁显示助手',
		'Administrators can try it on the site before anybody else sees it.' => '管理员可以先在网站上试用，其他人看不到。',
		'Everyone'                                  => '所有人',
		'Administrators only'                       => '仅管理员',
		'Secret for pushes'                         => '推送密钥',
		'Tells Docent about changes at once instead of within a minute. Give Docent the same text as DOCENT_HINT_SECRET.' => '让 Docent 立即得知变更，而不是在一分钟内。请在 Docent 中把 DOCENT_HINT_SECRET 设为相同的文字。',
		'Access token'                              => '访问令牌',
		'For writing help in the block editor. Make one of scope “writing”, with “docent token create wordpress --scope writing” or in the console of Docent. It is never shown again.' => '用于区块编辑器中的写作助手。请创建权限为“写作助手”的令牌：使用“docent token create wordpress --scope writing”，或在 Docent 控制台中创建。保存后不再显示。',
		'Kept. Type another one to replace it.'     => '已保存。输入新的令牌即可替换。',
		'Remove it'                                 => '删除令牌',
		'Address for this server'                   => '服务器使用的地址',
		'Only when WordPress reaches Docent under another address than visitors do, such as http://127.0.0.1:8090.' => '仅当 WordPress 访问 Docent 的地址与访客不同时填写，例如 http://127.0.0.1:8090。',
		'Save and check'                            => '保存并检查',
		'Searches the articles of this site, and answers questions from them.' => '搜索本站文章，并根据文章回答问题。',
		'Search the articles of this site'          => '搜索本站文章',
		'Finds public articles of this site by words, also with spelling mistakes.' => '按词查找本站的公开文章，拼写有误也能找到。',
		'Words to search for'                       => '搜索词',
		'Ask the articles of this site'             => '向本站文章提问',
		'Answers a question from the public articles of this site and names its sources.' => '根据本站的公开文章回答问题，并注明来源。',
		'The question'                              => '问题',
	);
	return 0 === strpos( determine_locale(), 'zh' ) && isset( $chinese[ $english ] ) ? $chinese[ $english ] : $english;
}

endif;
