<?php
/**
 * Plugin Name: Copydesk fields
 * Description: Lets Copydesk keep its own fields in posts, and tells search engines what they say. Put this file into wp-content/mu-plugins.
 */
add_action('init', function () {
    $fields = [
        'aop_article_id',
        'aop_focus_keyword',
        'aop_products',
        'aop_author_name',
        'aop_author_description',
        'aop_structured_data',
    ];
    /* The focus keyword stands where the site's own tools look for it, too. */
    if (defined('WPSEO_VERSION')) $fields[] = '_yoast_wpseo_focuskw';
    if (defined('RANK_MATH_VERSION')) $fields[] = 'rank_math_focus_keyword';
    foreach ($fields as $field) {
        register_post_meta('post', $field, [
            'type' => 'string',
            'single' => true,
            'show_in_rest' => true,
            'auth_callback' => fn () => current_user_can('edit_posts'),
        ]);
    }
});

/* Everything in a post but what is renewed every day: prices, pictures of products and their buttons. */
$copydeskKept = function ($post) {
    return preg_replace(
        '/<!-- wp:(paragraph|buttons|image) \{[^<>]*"aop-(?:price|offer|picture)"[^<>]*\} -->.*?<!-- \/wp:\1 -->\s*/s',
        '',
        $post->post_content,
    ) ?? $post->post_content;
};

/* The text of a post. Markup, links, shortcodes and prices are left out, as a change of these alone is technical. */
$copydeskText = function ($post) use ($copydeskKept) {
    $text = wp_strip_all_tags(strip_shortcodes($copydeskKept($post)));
    $text = preg_replace('/[$£€¥₹]\s?\d[\d.,]*/u', ' ', $text) ?? $text;
    return trim($post->post_title . ' ' . preg_replace('/\s+/', ' ', $text));
};

/* WordPress counts every save as a change of the post, even if only a field was written. */
add_action('post_updated', function ($id, $after, $before) use ($copydeskText) {
    if ($after->post_type !== 'post') return;
    if ($copydeskText($before) !== $copydeskText($after)) {
        update_post_meta($id, '_aop_text_changed', $after->post_modified_gmt);
    } elseif (get_post_meta($id, '_aop_text_changed', true) === '') {
        update_post_meta($id, '_aop_text_changed', $before->post_modified_gmt);
    }
}, 10, 3);

/* A new price is no revision: the older ones, in which somebody has written, would be lost among them. */
add_filter('wp_save_post_revision_post_has_changed', function ($changed, $latest, $post) use ($copydeskKept) {
    if (!isset($_GET['aop_renewal']) || $post->post_type !== 'post') return $changed;
    return $changed && $copydeskKept($latest) !== $copydeskKept($post);
}, 10, 3);

/* When the text was changed last; a post is never older than its publication. */
$copydeskChanged = function ($post) {
    $changed = (string) get_post_meta($post, '_aop_text_changed', true);
    if ($changed === '') return get_post_modified_time('c', true, $post);
    return gmdate('c', max((int) strtotime($changed . ' UTC'), (int) get_post_time('U', true, $post)));
};

/* A script in a post is taken out of it for most authors, so that its description stands in a field. */
add_action('wp_head', function () use ($copydeskChanged) {
    if (!is_singular('post')) return;
    $post = get_queried_object_id();
    $data = json_decode((string) get_post_meta($post, 'aop_structured_data', true), true);
    if (!is_array($data) || !isset($data['@graph']) || !is_array($data['@graph'])) return;
    foreach ($data['@graph'] as &$thing) {
        if (!is_array($thing) || ($thing['@type'] ?? '') !== 'Article') continue;
        $thing['headline'] = wp_strip_all_tags(html_entity_decode(get_the_title($post), ENT_QUOTES, 'UTF-8'));
        $thing['datePublished'] = get_post_time('c', true, $post);
        $thing['dateModified'] = $copydeskChanged($post);
        $thing['mainEntityOfPage'] = get_permalink($post);
        $image = get_the_post_thumbnail_url($post, 'full');
        if ($image) $thing['image'] = [$image];
    }
    unset($thing);
    $json = wp_json_encode($data, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    if ($json) echo '<script type="application/ld+json">' . $json . "</script>\n";
});

/* Readers are told who wrote an article, not which account has sent it. */
$copydeskAuthor = function ($name) {
    if (is_admin() || (defined('REST_REQUEST') && REST_REQUEST)) return $name;
    $post = get_post();
    $author = $post ? (string) get_post_meta($post->ID, 'aop_author_name', true) : '';
    return $author === '' ? $name : esc_html($author);
};
add_filter('the_author', $copydeskAuthor);
add_filter('get_the_author_display_name', $copydeskAuthor);
