import { describe, expect, it } from 'vitest'
import { textsOf, writeContent } from './block-markup.ts'
import { isSameButOffers, plannedOffers, renewedOffers } from './offer-renewal.ts'
import type { PostContent, PostMarkup, PostOffer, ShownOffer } from './port.ts'
import { structuredPost } from './structured-post.ts'

const LINK = 'https://www.amazon.com/dp/B0C9TR41XM?tag=kitchen-20'
const price = (display: string, asOf: string): NonNullable<PostOffer['price']> => ({
  amount: Number(display.replace(/[^0-9.]/g, '')),
  currency: 'USD',
  display,
  asOf: new Date(asOf),
})
const YESTERDAY: PostOffer = {
  link: LINK,
  imageUrl: 'https://images.example/old.jpg',
  price: price('$49.90', '2026-11-26T06:10:00Z'),
}
const TODAY: ShownOffer = {
  imageUrl: 'https://images.example/new.jpg',
  price: price('$44.00', '2026-11-27T06:10:00Z'),
}
const NOTHING: ShownOffer = { imageUrl: null, price: null }

const article = (offer: PostOffer): PostContent => ({
  title: 'Pots',
  heroImageUrl: null,
  intro: 'Which pot?',
  products: [
    { asin: 'B0C9TR41XM', name: 'Pot & Lid', award: 'Best', summary: 'Keeps warm.', offer },
    { asin: 'B0BVW52K7G', name: 'Skillet', award: '', summary: '', offer: { ...offer, link: `${LINK}&b` } },
  ],
  questions: ['How long?'],
  focusKeyword: 'pots',
  authorName: 'Ada Reed',
})
const postOf = (offer: PostOffer): PostMarkup => ({
  content: writeContent(textsOf(article(offer))),
  products: null,
  structured: structuredPost(article(offer)),
})
const renewed = (post: PostMarkup, shown: ShownOffer, restoresPictures = false) =>
  renewedOffers(post, {
    offers: new Map([
      ['B0C9TR41XM', shown],
      ['B0BVW52K7G', shown],
    ]),
    restoresPictures,
  })

describe('the price in a post', () => {
  it('is what the product costs now, with the time of that, for readers and for search engines', () => {
    expect(renewed(postOf(YESTERDAY), TODAY)).toEqual(postOf({ ...YESTERDAY, ...TODAY }))
  })

  it('disappears with its picture where nobody knows it, and comes back as it was', () => {
    const without = renewed(postOf(YESTERDAY), NOTHING)
    expect(without).toEqual(postOf({ ...YESTERDAY, ...NOTHING }))
    expect(`${without.content}${without.structured}`).not.toMatch(/49\.9|old\.jpg/)
    expect(without.content).toContain('See the price on Amazon')
    expect(renewed(without, YESTERDAY, true)).toEqual(postOf(YESTERDAY))
  })

  it('gives way to a note while the product is sold out', () => {
    const soldOut = { ...TODAY, price: null, isSoldOut: true }
    const { content } = renewed(postOf(YESTERDAY), soldOut)
    expect(content).toContain('<p class="aop-price">Currently unavailable</p>')
    expect(content).toContain('>View on Amazon</a>')
  })

  it('stays for products that were not looked up', () => {
    const offers = new Map([['B0BVW52K7G', TODAY]])
    const { content } = renewedOffers(postOf(YESTERDAY), { offers, restoresPictures: false })
    expect([...content.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, text]) => text)).toEqual([
      '$49.90',
      '$44.00',
    ])
  })

  it('of an older post, in one paragraph with its link, becomes a line and a button', () => {
    const old = postOf(YESTERDAY).content.replace(
      /<!-- wp:paragraph \{"className":"aop-price"\}[\s\S]*?<!-- \/wp:buttons -->/,
      `<!-- wp:paragraph {"className":"aop-offer"} -->\n<p class="aop-offer"><a href="${LINK.replace('&', '&amp;')}">$39.00 on Amazon</a> as of November 2, 2026</p>\n<!-- /wp:paragraph -->`,
    )
    const { content } = renewed({ ...postOf(YESTERDAY), content: old }, TODAY)
    expect(content).toBe(postOf({ ...YESTERDAY, ...TODAY }).content)
  })
})

describe('whatever an editor has made of a post', () => {
  it('stays letter by letter, also where a product stands within other blocks', () => {
    const wrap = (content: string) =>
      content
        .replace('<!-- wp:group {"anchor":"asin-B0C9TR41XM"', '<!-- wp:columns -->\n<div>\n\n\n$&')
        .replace(
          '<!-- wp:group {"anchor":"asin-B0BVW52K7G"',
          '</div>\n<!-- /wp:columns -->\n<p>  Loose &nbsp; text</p>\n$&',
        )
        .replace(
          '<p class="aop-summary">Keeps warm.</p>',
          '<p class="aop-summary">Keeps <em>very</em> warm: $3 a day.</p>',
        )
    const { content } = renewed({ ...postOf(YESTERDAY), content: wrap(postOf(YESTERDAY).content) }, TODAY)
    expect(content).toBe(wrap(postOf({ ...YESTERDAY, ...TODAY }).content))
  })

  it('includes their words on the button, the caption of a picture, and pictures that they removed', () => {
    const edit = (content: string) =>
      content
        .replace('>View on Amazon</a>', '>Check it out</a>')
        .replace('</a></figure>', '</a><figcaption>In our kitchen</figcaption></figure>')
        .replace(/(?<=Skillet[\s\S]*?)<!-- wp:image[\s\S]*?<!-- \/wp:image -->\n\n/, '')
    const post = { ...postOf(YESTERDAY), content: edit(postOf(YESTERDAY).content) }
    expect(post.content.match(/<!-- wp:image /g)).toHaveLength(1)
    expect(renewed(post, TODAY).content).toBe(edit(postOf({ ...YESTERDAY, ...TODAY }).content))
  })

  it('includes what search engines are told in words of their own', () => {
    const structured = '{"@graph":[{"@type":"Recipe","name":"Soup"}]}'
    expect(renewed({ ...postOf(YESTERDAY), structured }, TODAY).structured).toBe(structured)
    expect(renewed({ ...postOf(YESTERDAY), structured: 'no JSON' }, TODAY).structured).toBe('no JSON')
  })
})

it('a post is the same apart from its prices until somebody changes its words', () => {
  const [old, now] = [postOf(YESTERDAY), renewed(postOf(YESTERDAY), TODAY)]
  expect(isSameButOffers(old, now)).toBe(true)
  expect(isSameButOffers(old, { ...now, content: now.content.replace('Keeps warm', 'Kept warm') })).toBe(
    false,
  )
  expect(isSameButOffers(old, { ...now, content: now.content.replaceAll('kitchen-20', 'other-21') })).toBe(
    false,
  )
})

it('the products of several posts are looked up at once, and of a post without any nothing is asked', async () => {
  const asked: (readonly string[])[] = []
  const find = async (asins: readonly string[]) => {
    asked.push(asins)
    return new Map([['B0C9TR41XM', TODAY]])
  }
  const posts = [1, 2].map((id) => ({ id, markup: postOf(YESTERDAY) }))
  const plans = await plannedOffers(posts, { find, restoresPictures: false })
  expect(asked).toEqual([['B0C9TR41XM', 'B0BVW52K7G']])
  expect(
    plans.map(({ id, before, after }) => [id, before === posts[0]?.markup, after.content.includes('$44.00')]),
  ).toEqual([
    [1, true, true],
    [2, false, true],
  ])
  const bare = {
    id: 3,
    markup: { content: '<p>Nothing to buy for $3</p>', products: null, structured: null },
  }
  expect(await plannedOffers([bare], { find, restoresPictures: true })).toEqual([
    { id: 3, before: bare.markup, after: bare.markup },
  ])
  expect(asked).toHaveLength(1)
})
