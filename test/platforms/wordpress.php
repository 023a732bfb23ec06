<?php
// Sets WordPress up in its own folder, and publishes for a test: php wordpress.php <folder> <command>, arguments as JSON on
// standard input, the result as JSON on standard output.
define( 'WP_INSTALLING', 'install' === $argv[2] );
$_SERVER['HTTP_HOST'] = 'localhost';
$_SERVER['REQUEST_METHOD'] = 'GET';
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
$given = json_decode( stream_get_contents( STDIN ), true ) ?: array();

function docent_test_find( $name ) {
	$found = get_posts( array( 'name' => $name, 'post_type' => 'any', 'post_status' => 'any', 'numberposts' => 1 ) );
	return $found ? $found[0]->ID : 0;
}

switch ( $argv[2] ) {
	case 'install':
		ob_start();
		wp_install( 'Test site', 'admin', 'admin@example.org', true, '', 'login-password' );
		global $wp_rewrite;
		$wp_rewrite->set_permalink_structure( $given['permalinks'] );
		$wp_rewrite->flush_rules( false );
		wp_delete_post( 1, true );
		wp_delete_post( 2, true );
		wp_delete_post( 3, true );
		wp_create_user( 'editor', 'editor-password', 'editor@example.org' );
		( new WP_User( get_user_by( 'login', 'editor' )->ID ) )->set_role( 'editor' );
		wp_create_user( 'reader', 'reader-password', 'reader@example.org' );
		( new WP_User( get_user_by( 'login', 'reader' )->ID ) )->set_role( 'subscriber' );
		list( $admin ) = WP_Application_Passwords::create_new_application_password( 1, array( 'name' => 'docent' ) );
		list( $editor ) = WP_Application_Passwords::create_new_application_password( get_user_by( 'login', 'editor' )->ID, array( 'name' => 'docent' ) );
		ob_end_clean();
		$result = array( 'admin' => $admin, 'editor' => $editor );
		break;
	case 'publish':
		$post = array(
			'ID'            => docent_test_find( $given['name'] ),
			'post_name'     => $given['name'],
			'post_title'    => wp_slash( $given['title'] ),
			'post_content'  => wp_slash( $given['text'] ),
			'post_type'     => $given['type'] ?? 'post',
			'post_status'   => $given['status'] ?? 'publish',
			'post_password' => $given['password'] ?? '',
			'post_author'   => 1,
			'tags_input'    => $given['tags'] ?? array(),
		);
		$id = wp_insert_post( $post, true );
		// Times of WordPress have a second; no two changes share one unless a test says when.
		$last = (int) get_option( 'docent_test_tick' );
		$when = $given['when'] ?? 'later';
		$tick = 'now' === $when ? time() : ( 'again' === $when ? $last : max( time(), $last + 1 ) );
		update_option( 'docent_test_tick', $tick );
		$wpdb->update( $wpdb->posts, array( 'post_modified' => gmdate( 'Y-m-d H:i:s', $tick ), 'post_modified_gmt' => gmdate( 'Y-m-d H:i:s', $tick ) ), array( 'ID' => $id ) );
		clean_post_cache( $id );
		$result = array( 'id' => $id );
		break;
	case 'clear':
		foreach ( get_posts( array( 'post_type' => array( 'post', 'page' ), 'post_status' => 'any', 'numberposts' => -1, 'fields' => 'ids' ) ) as $id ) {
			wp_delete_post( $id, true );
		}
		$result = array();
		break;
	case 'fill':
		for ( $i = 0; $i < $given['count']; $i++ ) {
			wp_insert_post( array( 'post_title' => "Post $i", 'post_content' => "<p>Post number $i tells about subject $i in some words that can be found.</p>", 'post_status' => 'publish', 'post_author' => 1 ) );
		}
		$result = array();
		break;
	case 'unpublish':
		$result = array( 'id' => wp_update_post( array( 'ID' => docent_test_find( $given['name'] ), 'post_status' => 'draft' ) ) );
		break;
	case 'remove':
		$result = array( 'removed' => (bool) wp_delete_post( docent_test_find( $given['name'] ), true ) );
		break;
	case 'cookie':
		$user    = get_user_by( 'login', $given['user'] )->ID;
		$expires = time() + 3600;
		$result  = array( 'name' => LOGGED_IN_COOKIE, 'value' => wp_generate_auth_cookie( $user, $expires, 'logged_in', WP_Session_Tokens::get_instance( $user )->create( $expires ) ) );
		break;
}
echo json_encode( $result );
