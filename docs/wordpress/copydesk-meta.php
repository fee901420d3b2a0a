<?php
/**
 * Plugin Name: Copydesk fields
 * Description: Lets Copydesk keep its own fields in posts. Put this file into wp-content/mu-plugins.
 */
add_action('init', function () {
    $fields = [
        'aop_article_id',
        'aop_focus_keyword',
        'aop_products',
        'aop_author_name',
        'aop_author_description',
    ];
    foreach ($fields as $field) {
        register_post_meta('post', $field, [
            'type' => 'string',
            'single' => true,
            'show_in_rest' => true,
            'auth_callback' => fn () => current_user_can('edit_posts'),
        ]);
    }
});
