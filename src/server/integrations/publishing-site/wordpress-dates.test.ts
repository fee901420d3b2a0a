import { load } from 'cheerio/slim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hasWordPress,
  startWordPress,
  WORDPRESS_PATIENCE_MS,
  type WordPressServer,
} from '../../testing/wordpress-server.ts'
import type { PostContent } from './port.ts'
import { createWordPress } from './wordpress.ts'

const content: PostContent = {
  title: 'Kettles',
  heroImageUrl: null,
  intro: 'They pour.',
  products: [
    {
      asin: 'B0C9TR41XM',
      name: 'Kettle',
      award: 'Best',
      summary: 'Pours well.',
      offer: {
        link: 'https://www.amazon.com/dp/B0C9TR41XM?tag=kitchen-20',
        imageUrl: null,
        price: { amount: 80, currency: 'USD', display: '$80.00', asOf: new Date('2026-11-26T06:10:00Z') },
      },
    },
  ],
  questions: [],
  focusKeyword: 'kettle',
  authorName: 'Ada Reed',
}

describe.runIf(hasWordPress)('a real WordPress', () => {
  let real: WordPressServer
  beforeAll(async () => {
    real = await startWordPress()
  })
  afterAll(() => real?.stop())

  it('gives search engines the date of the last text change, not that of a field or price', async () => {
    const account = { baseUrl: real.url, user: real.user, appPassword: real.appPassword }
    const site = createWordPress({
      account,
      loadImage: async () => null,
      installation: async () => ({ id: '0a1b2c3d', since: new Date('2026-11-18T09:00:00Z') }),
      timeoutMs: WORDPRESS_PATIENCE_MS,
    })
    const { postId } = await site.createDraft({ ...content, key: 'article-31' })
    await site.publishPost(postId)
    const backDate = () =>
      real.php(`
        global $wpdb;
        $old = ['post_date' => '2026-01-05 08:00:00', 'post_date_gmt' => '2026-01-05 08:00:00',
          'post_modified' => '2026-02-03 08:00:00', 'post_modified_gmt' => '2026-02-03 08:00:00'];
        $wpdb->update($wpdb->posts, $old, ['ID' => ${postId}]);
        delete_post_meta(${postId}, '_aop_text_changed');
        clean_post_cache(${postId});
      `)
    const write = (text: string) =>
      real.php(`
        $text = get_post(${postId})->post_content . ${JSON.stringify(text).replaceAll('$', '\\$')};
        wp_update_post(wp_slash(['ID' => ${postId}, 'post_content' => $text]));
      `)
    const changed = async () => {
      const $ = load(await (await fetch(`${real.url}/?p=${postId}`)).text())
      return JSON.parse($('script[type="application/ld+json"]').text())['@graph'][0].dateModified
    }
    await write('<p>On sale for $80.</p>')
    await backDate()
    expect(await changed()).toBe('2026-02-03T08:00:00+00:00')
    await site.writeKeyword(postId, 'best kettles')
    expect(await changed()).toBe('2026-02-03T08:00:00+00:00')
    await real.php(`
      $text = str_replace('$80', '$75', get_post(${postId})->post_content);
      wp_update_post(wp_slash(['ID' => ${postId}, 'post_content' => $text]));
    `)
    expect(await changed()).toBe('2026-02-03T08:00:00+00:00')
    const revisions = async () => Number(await real.php(`echo count(wp_get_post_revisions(${postId}));`))
    const kept = await revisions()
    const price = { amount: 70, currency: 'USD', display: '$70.00', asOf: new Date('2026-11-27T06:10:00Z') }
    const [plan] = await site.planOffers([postId], {
      find: async () => new Map([['B0C9TR41XM', { imageUrl: null, price }]]),
      removedFrom: () => ({}),
    })
    if (!plan) throw new Error('There is no post.')
    const nothing = async () => {}
    const change = {
      from: plan.before,
      to: plan.after,
      isBegun: false,
      isRefresh: true as const,
      begin: nothing,
      withdraw: nothing,
    }
    expect(await site.writeMarkup(postId, change)).toBe('written')
    const $ = load(await (await fetch(`${real.url}/?p=${postId}`)).text())
    expect($('.aop-price').text()).toBe('$70.00 as of November 27, 2026, 06:10 UTC')
    expect($('script[type="application/ld+json"]').text()).toContain('"price":"70.00"')
    expect([await changed(), await revisions()]).toEqual(['2026-02-03T08:00:00+00:00', kept])
    await write('<p>Tested again.</p>')
    expect(await revisions()).toBeGreaterThan(kept)
    expect(new Date(await changed()).getTime()).toBeGreaterThan(Date.parse('2026-02-04T00:00:00Z'))
  })
})
