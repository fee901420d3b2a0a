import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'cheerio/slim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTENT_TYPES, ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import { SCRIPT_PAYLOADS } from '../../testing/script-payloads.ts'
import { hasWordPress, startWordPress, type WordPressServer } from '../../testing/wordpress-server.ts'
import { decodePage } from './decode-page.ts'
import { readLinkedData } from './linked-data.ts'
import { readPage } from './read-page.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const PAGES = {
  'marketplace-story': 'https://www.amazon.com/ospublishing/story/1',
  'wordpress-guide': 'https://trailalmanac.example/chairs/',
  'list-cards': 'https://opendesk.example/gifts',
  'graph-itemlist': 'https://tidymode.example/air',
  'plain-old': 'https://www.amazon.com/grinders',
  'single-review': 'https://hearthside.example/drift',
}

describe('a stored page', () => {
  it.each(Object.entries(PAGES))(
    '%s says what it says, and null where it does not [CMP-023]',
    async (name, url) => {
      const story = readPage(decodePage(readFileSync(join(FIXTURES, `${name}.html`))), url)
      expect(ScannedArticle.omit({ keywords: true }).strict().parse(story)).toEqual(story)
      const golden = `${JSON.stringify(story, null, 2)}\n`
      await expect(golden).toMatchFileSnapshot(`fixtures/${name}.json`)
    },
  )

  it('has the texts of its linked data unescaped, and the addresses there untouched', () => {
    const json = `\ufeff${JSON.stringify({
      '@type': 'Article',
      headline: 'Pots &amp; pans',
      author: { name: 'Ada O&#39;Hara', image: 'https://trailalmanac.example/a.png?a=1&copy=2' },
    })}`
    const page = `<script type="application/ld+json">${json}</script><h1></h1><p>Text</p>`
    expect(readLinkedData(load(page))).toMatchObject({
      title: 'Pots & pans',
      writer: "Ada O'Hara",
      writerIcon: 'https://trailalmanac.example/a.png?a=1&copy=2',
    })
  })

  it('has paragraphs, figures, headings and bold words, and nothing else [CMP-024]', () => {
    const types = Object.entries(PAGES).flatMap(([name, url]) => {
      const story = readPage(decodePage(readFileSync(join(FIXTURES, `${name}.html`))), url)
      return story?.content.map(({ type }) => type) ?? []
    })
    expect([...new Set(types)].sort()).toEqual(['b', 'figure', 'h1', 'h2', 'h3', 'p'])
    expect([...CONTENT_TYPES]).toEqual(['p', 'figure', 'h1', 'h2', 'h3', 'b'])
  })
})

it.each([
  '',
  '<p>Words without a title</p>',
  '<title> </title><article><p>x</p></article>',
  '{"json": true}',
])('a page without a title is no article: %s [CMP-019]', (html) => {
  expect(readPage(html, 'https://www.amazon.com/a')).toBeNull()
})

/** Every text of a story with the name of its field. */
function textsOf(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, key))
}

describe('markup that runs', () => {
  const page = (words: string, attribute: string) => `<!doctype html><head>
    <meta property="og:title" content="${attribute}"><meta name="author" content="${attribute}">
    <meta property="og:image" content="${attribute}"></head><body><article><h1>Kettles ${words}</h1>
    <p>Before ${words} after</p><h2>${words} Pourwell</h2><img src="${attribute}" alt="${attribute}">
    <span class="badge">${words}</span><a href="/dp/B0KETTLE01">${words} Pourwell</a><b>${words}</b>
    <figure><figcaption>${words}</figcaption></figure></article></body>`

  it.each(SCRIPT_PAYLOADS.map((payload, index) => [index + 1, payload] as const))(
    'in a page comes out as text, and never as an address: payload %i [S13]',
    (_number, payload) => {
      const attribute = payload.replaceAll('"', '&quot;')
      for (const words of [payload, payload.replaceAll('<', '&lt;')]) {
        const story = readPage(page(words, attribute), 'https://www.amazon.com/story')
        for (const [name, text] of textsOf(story)) {
          if (/^(url|image|writerIcon)$/.test(name)) expect(text).toMatch(/^https:\/\//)
          // What the page wrote as markup is gone; only what it wrote as text still has its brackets.
          else if (words.startsWith('<') && name === 'value')
            expect(text).not.toMatch(/<(img|svg|iframe|object|a)\b[^>]*>/i)
        }
      }
    },
  )
})

/** Debian's package has no theme: one that is as plain as can be, with what themes put around a post. */
const THEME = `<!DOCTYPE html><html <?php language_attributes(); ?>>
<head><meta charset="<?php bloginfo('charset'); ?>"><?php wp_head(); ?></head>
<body <?php body_class(); ?>><header><a href="/"><?php bloginfo('name'); ?></a><nav>Home About us</nav></header>
<main><?php while (have_posts()) { the_post(); ?><article <?php post_class(); ?>>
<h1 class="entry-title"><?php the_title(); ?></h1><div class="entry-content"><?php the_content(); ?></div>
</article><?php comment_form(); } ?></main>
<aside><h2>Recent Posts</h2><?php wp_get_archives(); ?></aside><footer>Powered by WordPress</footer>
<?php wp_footer(); ?></body></html>`

describe.runIf(hasWordPress)('a post that a real WordPress serves', () => {
  let wordpress: WordPressServer
  beforeAll(async () => {
    wordpress = await startWordPress()
  })
  afterAll(() => wordpress?.stop())

  it('is read without the theme around it [CMP-023]', async () => {
    const content = `<!-- wp:paragraph --><p>They pour without a <strong>drip</strong>.</p><!-- /wp:paragraph -->
      <!-- wp:heading --><h2>Best Overall: Pourwell Kettle</h2><!-- /wp:heading -->
      <!-- wp:paragraph --><p>It boils a litre in four minutes.
      <a href="https://www.amazon.com/dp/B0C9TR41XM?tag=desk-20">Pourwell Kettle</a></p><!-- /wp:paragraph -->
      <!-- wp:heading {"level":3} --><h3>Does it drip?</h3><!-- /wp:heading -->
      <!-- wp:paragraph --><p>Any of them makes good tea.</p><!-- /wp:paragraph -->`
    const packed = (text: string) => Buffer.from(text).toString('base64')
    const address = await wordpress.php(`
      $theme = WP_CONTENT_DIR . '/themes/plain';
      mkdir($theme, 0755, true);
      file_put_contents("$theme/style.css", '/* Theme Name: Plain */');
      file_put_contents("$theme/index.php", base64_decode('${packed(THEME)}'));
      add_theme_support('title-tag');
      switch_theme('plain');
      $id = wp_insert_post(wp_slash(['post_title' => 'The Best Gooseneck Kettles', 'post_status' => 'publish',
        'post_content' => base64_decode('${packed(content)}')]), true);
      echo get_permalink($id);`)
    const served = await fetch(address)
    expect(served.status).toBe(200)
    const story = readPage(decodePage(Buffer.from(await served.arrayBuffer())), address)
    expect(story).toMatchObject({
      title: 'The Best Gooseneck Kettles',
      url: address,
      products: [{ asin: 'B0C9TR41XM' }],
    })
    const said = (story?.content ?? []).map(({ type, value }) => `${type} ${value}`).join('\n')
    for (const words of ['It boils a litre in four minutes.', 'Does it drip?', 'Any of them makes good tea.'])
      expect(said).toContain(words)
    expect(said).not.toMatch(/Hello world|Leave a (Reply|comment)|Recent Posts|WordPress/i)
  })
})
