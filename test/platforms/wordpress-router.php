<?php
// PHP's own server answers 404 for addresses with a dot in them unless a router sends them on.
$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( '/docent-test' === $path && 'POST' === $_SERVER['REQUEST_METHOD'] ) {
	require __DIR__ . '/wordpress.php';
	return true;
}
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if ( is_file( $file ) ) {
	return false;
}
if ( is_dir( $file ) && is_file( rtrim( $file, '/' ) . '/index.php' ) && '/' !== $path ) {
	$_SERVER['SCRIPT_NAME'] = rtrim( $path, '/' ) . '/index.php';
	require rtrim( $file, '/' ) . '/index.php';
	return true;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
