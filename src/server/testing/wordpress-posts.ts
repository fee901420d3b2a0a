import type { WordPressServer } from './wordpress-server.ts'

/** The first of the posts that are laid down. */
const FIRST_ID = 1001

/** How posts of a site that was there before us name a product, by who writes it so; `%s` is the product. */
export const MARKUPS: Readonly<Record<string, string>> = {
  plain:
    '<p>We like <a href="https://www.amazon.com/Kettle-Steel/dp/%s/ref=sr_1?tag=x-20">this kettle</a>.</p>',
  AAWP: '<!-- wp:shortcode -->[amazon box="%s" template="table"]<!-- /wp:shortcode -->',
  EasyAzon: '<p>[easyazon_link identifier="%s" locale="US" tag="x-20"]A steel kettle[/easyazon_link]</p>',
  'AmaLinks Pro': '<p>[amalinkspro type="text-link" asin="%s" associate-id="x-20"]A kettle[/amalinkspro]</p>',
  'Amazon Simple Affiliate': '<p>[asa sidebar]%s[/asa]</p>',
  Lasso: '<p>[lasso ref="amzn-kettle" id="%s"]</p>',
}
const KINDS = Object.keys(MARKUPS)

/** The product of a post, by its place. */
export const productOf = (place: number) => `B0${String(place).padStart(8, '0')}`
export const idOf = (place: number) => FIRST_ID + place
/** A keyword in the field of each of the plugins that have one; every fourth post has none. */
export const keywordOf = (place: number) => (place % 4 === 3 ? null : `kettle ${place}`)

/**
 * Two plugins that keep focus keywords, and one that knows its products only when it shows them. None of them is the
 * plugin itself: what they store and show is.
 */
const PLUGINS = `<?php
define('WPSEO_VERSION', '22.0'); define('RANK_MATH_VERSION', '1.0');
add_shortcode('lasso', fn ($words) => '<a href="https://www.amazon.com/dp/' . $words['id'] . '?tag=x-20">Kettle</a>');
`

/**
 * Inserts posts directly into WordPress's tables, as an older version has them. Its time zone is New York.
 */
export async function layPosts({ php }: WordPressServer, count: number): Promise<void> {
  const contents = KINDS.map((kind) => MARKUPS[kind])
  await php(`
    global $wpdb;
    update_option('timezone_string', 'America/New_York');
    file_put_contents(WP_CONTENT_DIR . '/mu-plugins/a-plugins.php', base64_decode('${Buffer.from(PLUGINS).toString('base64')}'));
    wp_delete_post(1, true);
    $picture = wp_insert_attachment(['post_title' => 'Kettle', 'post_mime_type' => 'image/jpeg'], 'kettle.jpg');
    $contents = json_decode(base64_decode('${Buffer.from(JSON.stringify(contents)).toString('base64')}'));
    $fields = ['aop_focus_keyword', '_yoast_wpseo_focuskw', 'rank_math_focus_keyword'];
    for ($from = 0; $from < ${count}; $from += 200) {
      $posts = []; $metas = [];
      for ($n = $from; $n < min($from + 200, ${count}); $n++) {
        $id = ${FIRST_ID} + $n;
        $asin = sprintf('B0%08d', $n);
        $text = str_repeat('<p>Kettles boil water, and some of them whistle.</p>', 20);
        $content = esc_sql($text . str_replace('%s', $asin, $contents[$n % ${KINDS.length}]));
        $posts[] = "($id, 1, '2025-03-01 07:00:00', '2025-03-01 12:00:00', '$content', 'Kettle number $n', '', 'publish', 'kettle-$n', '', '', '2025-03-02 07:00:00', '2025-03-02 12:00:00', '', 'post')";
        $metas[] = "($id, '_thumbnail_id', '$picture')";
        if ($n % 4 !== 3) $metas[] = "($id, '" . $fields[$n % 4] . "', 'kettle $n" . ($n % 4 === 2 ? ',other words' : '') . "')";
      }
      $wpdb->query("insert into $wpdb->posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_type) values " . implode(',', $posts));
      $wpdb->query("insert into $wpdb->postmeta (post_id, meta_key, meta_value) values " . implode(',', $metas));
    }
    echo $wpdb->last_error;
  `)
}
