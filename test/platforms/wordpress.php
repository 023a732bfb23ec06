<?php
// Sets WordPress up, and publishes for a test: the router of its server sends POST /docent-test?command=<command> here,
// with arguments and result as JSON.
$command = $_GET['command'];
define( 'WP_INSTALLING', 'install' === $command );
set_time_limit( 0 );
require $_SERVER['DOCUMENT_ROOT'] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
$given = json_decode( file_get_contents( 'php://input' ), true ) ?: array();

function docent_test_find( $name ) {
	$found = get_posts( array( 'name' => $name, 'post_type' => 'any', 'post_status' => 'any', 'numberposts' => 1 ) );
	return $found ? $found[0]->ID : 0;
}

function docent_test_permalinks( $structure ) {
	global $wp_rewrite;
	$wp_rewrite->set_permalink_structure( $structure );
	$wp_rewrite->flush_rules( false );
}

switch ( $command ) {
	case 'install':
		ob_start();
		wp_install( 'Test site', 'admin', 'admin@example.org', true, '', 'login-password' );
		docent_test_permalinks( '/%postname%/' );
		wp_delete_post( 1, true );
		wp_delete_post( 2, true );
		wp_delete_post( 3, true );
		wp_create_user( 'editor', 'editor-password', 'editor@example.org' );
		( new WP_User( get_user_by( 'login', 'editor' )->ID ) )->set_role( 'editor' );
		// Without the dialog that greets a new author.
		$preferences = array( 'core/edit-post' => array( 'welcomeGuide' => false ), '_modified' => gmdate( 'c' ) );
		update_user_meta( get_user_by( 'login', 'editor' )->ID, $wpdb->get_blog_prefix() . 'persisted_preferences', $preferences );
		wp_create_user( 'reader', 'reader-password', 'reader@example.org' );
		( new WP_User( get_user_by( 'login', 'reader' )->ID ) )->set_role( 'subscriber' );
		list( $admin ) = WP_Application_Passwords::create_new_application_password( 1, array( 'name' => 'docent' ) );
		list( $editor ) = WP_Application_Passwords::create_new_application_password( get_user_by( 'login', 'editor' )->ID, array( 'name' => 'docent' ) );
		ob_end_clean();
		$result = array( 'admin' => $admin, 'editor' => $editor );
		break;
	case 'permalinks':
		docent_test_permalinks( $given['structure'] );
		$result = array();
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
		// Times of WordPress have a second; no two changes share one unless a test says when. A text dated in the past is
		// handed out at once, one of this second only when the second is over.
		$when = $given['when'] ?? 'later';
		$kept = 'past' === $when ? 'docent_test_past' : 'docent_test_tick';
		$last = (int) get_option( $kept, 'past' === $when ? time() - 86400 : 0 );
		$tick = array(
			'later' => max( time(), $last + 1 ),
			'now'   => time(),
			'again' => $last,
			'past'  => $last + 1,
		)[ $when ];
		update_option( $kept, $tick );
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
	case 'recipes':
		$types = "<?php add_action( 'init', function () {
			foreach ( array( 'recipe' => true, 'inner' => false ) as \$type => \$public ) {
				register_post_type( \$type, array( 'public' => \$public, 'show_in_rest' => true, 'label' => ucfirst( \$type ) . 's' ) );
			}
		} );";
		file_put_contents( WPMU_PLUGIN_DIR . '/recipes.php', $given['on'] ? $types : '<?php' );
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
header( 'Content-Type: application/json' );
echo json_encode( $result );
