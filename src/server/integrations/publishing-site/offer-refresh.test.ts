import { describe, expect, it } from 'vitest'
import { mergeContent } from './block-merge.ts'
import { isSameButOffers, plannedOffers, refreshedOffers } from './offer-refresh.ts'
import type { PostContent, PostMarkup, PostOffer, ShownOffer } from './port.ts'
import { structuredPost } from './structured-post.ts'
import { textsOf, writeContent } from './write-content.ts'

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
const offersOf = (shown: ShownOffer) =>
  new Map([
    ['B0C9TR41XM', shown],
    ['B0BVW52K7G', shown],
  ])
const refreshed = (post: PostMarkup, shown: ShownOffer) =>
  refreshedOffers(post, { offers: offersOf(shown) }).markup
/** The post with other content. */
const edited = (edit: (content: string) => string, offer = YESTERDAY): PostMarkup => ({
  ...postOf(offer),
  content: edit(postOf(offer).content),
})
/** The same edit before and after a renewal. */
const staysWith = (edit: (content: string) => string) =>
  expect(refreshed(edited(edit), TODAY).content).toBe(edited(edit, { ...YESTERDAY, ...TODAY }).content)

describe('the price in a post', () => {
  it('is what the product costs now, with the time of that, for readers and for search engines', () => {
    expect(refreshed(postOf(YESTERDAY), TODAY)).toEqual(postOf({ ...YESTERDAY, ...TODAY }))
  })

  it('disappears with its picture if it is unknown, and both are restored unchanged', () => {
    const caption = (content: string) =>
      content.replace('</a></figure>', '</a><figcaption>In our kitchen</figcaption></figure>')
    const { markup: without, removed } = refreshedOffers(edited(caption), { offers: offersOf(NOTHING) })
    expect(without).toEqual(postOf({ ...YESTERDAY, ...NOTHING }))
    expect(`${without.content}${without.structured}`).not.toMatch(/49\.9|old\.jpg/)
    expect(without.content).toContain('See the price on Amazon')
    const back = refreshedOffers(without, { offers: offersOf(YESTERDAY), removed })
    expect(back).toEqual({ markup: edited(caption), removed: {} })
  })

  it('gives way to a note while the product is sold out', () => {
    const soldOut = { ...TODAY, price: null, isSoldOut: true }
    const { content } = refreshed(postOf(YESTERDAY), soldOut)
    expect(content).toContain('<p class="aop-price">Currently unavailable</p>')
    expect(content).toContain('>View on Amazon</a>')
  })

  it('stays for products that were not looked up', () => {
    const { content } = refreshedOffers(postOf(YESTERDAY), {
      offers: new Map([['B0BVW52K7G', TODAY]]),
    }).markup
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
    const { content } = refreshed({ ...postOf(YESTERDAY), content: old }, TODAY)
    expect(content).toBe(postOf({ ...YESTERDAY, ...TODAY }).content)
  })
})

describe('our price after an editor has moved it', () => {
  const line = '<!-- wp:paragraph {"className":"aop-price"} -->'

  it('is refreshed within the product, whatever was put around it, and stands once', () => {
    staysWith((content) =>
      content
        .replace(line, `<!-- wp:group -->\n<div>${line}`)
        .replace('<!-- wp:buttons', '</div>\n<!-- /wp:group -->\n\n$&'),
    )
    const twice = edited((content) =>
      content.replace(
        /(<!-- wp:paragraph \{"className":"aop-price"\}[\s\S]*?<!-- \/wp:paragraph -->)/,
        '$1\n\n$1',
      ),
    )
    expect(refreshed(twice, TODAY)).toEqual(postOf({ ...YESTERDAY, ...TODAY }))
  })

  it.each([
    ['after it', ' UTC</p>', ' UTC. Worth it!</p>'],
    ['before it', '<p class="aop-price"><strong>', '<p class="aop-price">Now <strong>'],
    ['after it in another style', ' UTC</p>', ' UTC <em title="a > b">today</em></p>'],
    ['in the caption of the table', ' UTC</fig', ' UTC. <em>Worth it!</em></fig'],
  ])('is refreshed without losing the words that an editor has put beside it: %s', (_what, ours, theirs) => {
    const edit = (content: string) => content.replace(ours, () => theirs)
    staysWith(edit)
    const gone = refreshed(edited(edit), NOTHING)
    expect(gone.content).not.toContain('49.90')
    expect(gone.content).toMatch(/Worth it!|Now|today/)
    expect(refreshed(gone, NOTHING)).toEqual(gone)
    const back = refreshed(gone, TODAY).content
    expect(back).toContain('$44.00</strong> as of November 27, 2026, 06:10 UTC')
    expect(back).toMatch(/Worth it!|Now|today/)
    const change = { products: article({ ...YESTERDAY, ...TODAY }).products }
    expect(mergeContent(edited(edit).content, change)).toBe(edited(edit, { ...YESTERDAY, ...TODAY }).content)
  })

  it.each([
    ['a style within ours', '<strong>$49.90</strong>', '<strong><em>$49.90</em></strong>'],
    ['a style of the price', '<strong>$49.90', '<strong style="color:red">$49.90'],
    ['a blank within the price', '$49.90</strong> as', '$49.90 </strong>as'],
    ['a blank that does not break', ':00 UTC', ':00&nbsp;UTC'],
    [
      'words that are ours elsewhere',
      '<p class="aop-price">',
      '<p class="aop-price">Currently unavailable in blue. ',
    ],
  ])('is refreshed beside an editor’s words, whatever its style: %s', (_what, ours, theirs) => {
    const styled = edited((content) =>
      content.replace(ours, () => theirs).replace(/(UTC)(<\/p>)/, '$1 with coupon$2'),
    )
    for (const offers of [TODAY, NOTHING]) {
      const { content } = refreshed(styled, offers)
      const [line = ''] = /<p class="aop-price">.*?<\/p>/.exec(content) ?? []
      expect([line.includes('49.90'), line.includes('with coupon')]).toEqual([false, true])
      expect(line.includes('$44.00')).toBe(offers === TODAY)
    }
  })

  it('is refreshed between an editor’s words, and gets its style back', () => {
    const plain = edited((content) =>
      content.replace(/<strong>(.*?)<\/strong>(.*?)<\/p>/, 'Now for you: $1$2. Worth it!</p>'),
    )
    expect(refreshed(plain, TODAY).content).toContain(
      '>Now for you: <strong>$44.00</strong> as of November 27, 2026, 06:10 UTC. Worth it!</p>',
    )
  })

  it('is removed outside of any product, and in an unidentifiable product', () => {
    const stray = edited(
      (content) =>
        `${line}\n<p class="aop-price"><strong>$49.90</strong> as of today</p>\n<!-- /wp:paragraph -->\n\n${content}`,
    )
    expect(refreshed(stray, TODAY).content).toBe(postOf({ ...YESTERDAY, ...TODAY }).content)
    const [own] =
      /<!-- wp:paragraph \{"className":"aop-price"\}[\s\S]*?<!-- \/wp:paragraph -->/.exec(
        stray.content.slice(line.length),
      ) ?? []
    const copied = edited((content) => `${content}\n\n${own}`)
    expect(refreshed(copied, TODAY).content).toBe(`${postOf({ ...YESTERDAY, ...TODAY }).content}\n\n`)
    const cloaked = edited((content) =>
      content
        .replaceAll(/"anchor":"asin-\w+"/g, '"anchor":"best-pot"')
        .replaceAll('https://www.amazon.com/dp/', 'https://go.example/'),
    )
    const { content, structured } = refreshed(cloaked, TODAY)
    expect(`${content}${structured}`).not.toMatch(/49\.9|44/)
  })

  it('is removed in a post that is too long to be read', () => {
    const long = edited((content) => `${content}<p>${'x'.repeat(300_000)}</p>`)
    const { content, structured } = refreshed(long, TODAY)
    expect(`${content}${structured}`).not.toContain('49.9')
  })
})

describe('whatever an editor has made of a post', () => {
  it('stays letter by letter, also where a product stands within other blocks', () => {
    staysWith((content) =>
      content
        .replace('<!-- wp:group {"anchor":"asin-B0C9TR41XM"', '<!-- wp:columns -->\n<div>\n\n\n$&')
        .replace(
          '<!-- wp:group {"anchor":"asin-B0BVW52K7G"',
          '</div>\n<!-- /wp:columns -->\n<p>  Loose &nbsp; text</p>\n$&',
        )
        .replace(
          '<p class="aop-summary">Keeps warm.</p>',
          '<p class="aop-summary">Keeps <em>very</em> warm: $3 a day.</p>',
        ),
    )
  })

  it('includes the style of the price, words on the button, and captions', () => {
    staysWith((content) =>
      content
        .replace('{"className":"aop-price"}', '{"align":"center","className":"aop-price"}')
        .replace('<p class="aop-price">', '<p class="has-text-align-center aop-price">')
        .replace('>View on Amazon</a>', '>Get it for less than $60</a>')
        .replace('</a></figure>', '</a><figcaption>In our kitchen</figcaption></figure>'),
    )
  })

  it('includes the style of a button whose words change, and a second one', () => {
    const styled = edited((content) =>
      content.replaceAll(
        '>View on Amazon</a></div>\n',
        '>View on Amazon</a></div>\n<div><a href="https://shop.example">$39 elsewhere</a></div>',
      ),
    )
    const { content } = refreshed(styled, NOTHING)
    expect(content.match(/See the price on Amazon/g)).toHaveLength(2)
    expect(content.match(/\$39 elsewhere/g)).toHaveLength(2)
  })

  it('includes lines, pictures and buttons that they removed, and pictures of their own', () => {
    const removing = (content: string) =>
      content.replace(
        /(?<=<h2>Skillet[\s\S]*?)<!-- wp:(?:image|paragraph) \{[^}]*"aop-(?:picture|price)"[\s\S]*?<!-- \/wp:(?:image|paragraph) -->\n\n/g,
        '',
      )
    const post = edited((content) => removing(removing(content)))
    expect([post.content.match(/<!-- wp:image /g)?.length, post.content.match(/<strong>/g)?.length]).toEqual([
      1, 1,
    ])
    const after = refreshed(post, TODAY).content
    expect([after.match(/<!-- wp:image /g)?.length, after.match(/<strong>/g)?.length]).toEqual([1, 1])
    const own = edited((content) =>
      content.replaceAll('{"linkDestination":"custom"', '{"id":7,"linkDestination":"custom"'),
    )
    for (const shown of [TODAY, NOTHING])
      expect(refreshed(own, shown).content.match(/old\.jpg/g)).toHaveLength(4)
  })

  it('includes the fields written for search engines', () => {
    const structured = '{"@graph":[{"@type":"Recipe","name":"Soup"}]}'
    expect(refreshed({ ...postOf(YESTERDAY), structured }, TODAY).structured).toBe(structured)
    expect(refreshed({ ...postOf(YESTERDAY), structured: 'no JSON' }, TODAY).structured).toBe('no JSON')
  })
})

it('search engines get no price of a product that is no longer in the post', () => {
  const { structured } = refreshed({ ...postOf(YESTERDAY), content: '<p>Taken over</p>' }, TODAY)
  expect(structured).toBe(postOf({ ...YESTERDAY, ...NOTHING }).structured)
})

it('a post is the same apart from its prices until somebody changes its words', () => {
  const [old, now] = [postOf(YESTERDAY), refreshed(postOf(YESTERDAY), TODAY)]
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
  const removedFrom = () => ({})
  const plans = await plannedOffers(posts, { find, removedFrom })
  expect(asked).toEqual([['B0C9TR41XM', 'B0BVW52K7G']])
  expect(
    plans.map(({ id, after, isComplete }) => [id, after.content.includes('$44.00'), isComplete]),
  ).toEqual([
    [1, true, false],
    [2, true, false],
  ])
  const bare = {
    id: 3,
    markup: { content: '<p>Nothing to buy for $3</p>', products: null, structured: null },
  }
  expect(await plannedOffers([bare], { find, removedFrom })).toMatchObject([
    { id: 3, before: bare.markup, after: bare.markup, isComplete: true },
  ])
  expect(asked).toHaveLength(1)
})
