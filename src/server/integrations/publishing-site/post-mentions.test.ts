import { describe, expect, it } from 'vitest'
import { isShortAddress, productOfAddress } from './amazon-address.ts'
import { readMentions } from './post-mentions.ts'

const asinsOf = (raw: string, rendered = raw) =>
  readMentions({ raw, rendered }).products.map(({ asin }) => asin)

describe('the product that an address of the marketplace leads to', () => {
  it.each([
    'https://www.amazon.com/dp/B0C9TR41XM',
    'https://amazon.com/dp/b0c9tr41xm/?tag=x-20',
    '//www.amazon.co.uk/Kettle-Steel/dp/B0C9TR41XM/ref=sr_1_1?th=1',
    'http://www.amazon.de/gp/product/B0C9TR41XM?psc=1',
    'https://www.amazon.com/gp/product/glance/B0C9TR41XM',
    'https://smile.amazon.com/gp/aw/d/B0C9TR41XM',
    'https://www.amazon.com/gp/offer-listing/B0C9TR41XM/',
    'https://www.amazon.com/exec/obidos/ASIN/B0C9TR41XM/x-20',
    'https://www.amazon.com/exec/obidos/tg/detail/-/B0C9TR41XM',
    'https://www.amazon.com/o/ASIN/B0C9TR41XM',
    'https://www.amazon.com.au/product-reviews/B0C9TR41XM',
    'https://www.amazon.com/d/B0C9TR41XM',
    'https://amzn.com/B0C9TR41XM',
    'https://amzn.com/dp/B0C9TR41XM',
    'https://www.amazon.com/gp/aws/cart/add.html?asin=B0C9TR41XM',
    'https://go.skimresources.com/?id=1&url=https%3A%2F%2Fwww.amazon.com%2Fdp%2FB0C9TR41XM%3Ftag%3Dx',
  ])('%s', (address) => {
    expect(productOfAddress(address)).toBe('B0C9TR41XM')
  })

  it.each([
    'https://www.amazon.com/dp/',
    'https://www.amazon.com/dp/KITCHENPOT',
    'https://www.amazon.com/dp/B0C9TR41XM9',
    'https://notamazon.com/dp/B0C9TR41XM',
    'https://amazon.com.evil.example/dp/B0C9TR41XM',
    'javascript:alert("amazon.com/dp/B0C9TR41XM")',
    'https://www.amazon.com/stores/kitchen',
    '/dp/B0C9TR41XM',
  ])('none: %s', (address) => {
    expect(productOfAddress(address)).toBeNull()
  })

  it('is a book’s, too, and not told by a short link', () => {
    expect(productOfAddress('https://www.amazon.com/dp/059610197X')).toBe('059610197X')
    const short = ['https://amzn.to/3xYzAbC', 'https://a.co/d/9abCdEf', 'https://amzn.eu/d/1abCdEf']
    expect(short.map((address) => [isShortAddress(address), productOfAddress(address)])).toEqual(
      short.map(() => [true, null]),
    )
    expect(isShortAddress('https://amzn.to/')).toBe(false)
    expect(isShortAddress('https://www.amazon.com/dp/B0C9TR41XM')).toBe(false)
  })
})

describe('the products that a post recommends', () => {
  it.each([
    ['AAWP', '[amazon box="B0AAAAAAA1, B0AAAAAAA2" template="list"]', ['B0AAAAAAA1', 'B0AAAAAAA2']],
    [
      'AAWP',
      '[amazon link=B0AAAAAAA1 title="Kettle"] [amazon fields=\'B0AAAAAAA2\' value="thumb"]',
      ['B0AAAAAAA1', 'B0AAAAAAA2'],
    ],
    ['AAWP without a product', '[amazon bestseller="electric kettle" items="3"]', []],
    ['EasyAzon', '[easyazon_image align="left" identifier="B0AAAAAAA1" src="x.jpg"]', ['B0AAAAAAA1']],
    ['AmaLinks Pro', '[amalinkspro type="cta-btn-css" asin=“B0AAAAAAA1”]Buy[/amalinkspro]', ['B0AAAAAAA1']],
    [
      'Amazon Associates Link Builder',
      "[amazon_link asins='B0AAAAAAA1,B0AAAAAAA2' store='x-20']",
      ['B0AAAAAAA1', 'B0AAAAAAA2'],
    ],
    ['Amazon Simple Affiliate', '[asa2 tpl="box"]B0AAAAAAA1[/asa2]', ['B0AAAAAAA1']],
    [
      'a block',
      '<!-- wp:shop/box {"items":[{"asin":"B0AAAAAAA1"},{"url":"https://amazon.com/dp/B0AAAAAAA2"}]} /-->',
      ['B0AAAAAAA1', 'B0AAAAAAA2'],
    ],
    [
      'a block around a shortcode',
      '<!-- wp:aawp/box {"shortcode":"[amazon box=\\"B0AAAAAAA1\\"]"} /-->',
      ['B0AAAAAAA1'],
    ],
    [
      'what a plugin shows',
      '<div class="aawp-product" data-aawp-product-asin="B0AAAAAAA1"></div>',
      ['B0AAAAAAA1'],
    ],
    ['words that are no product', '[gallery ids="1,2"] [amazon box="KITCHENPOT"] [note asin="later"]', []],
  ])('as %s writes them', (_who, markup, asins) => {
    expect(asinsOf(`<p>Kettles.</p>${markup}`)).toEqual(asins)
  })

  it('are those that readers see and those that are stored, in order, each once and with its name', () => {
    const rendered =
      '<h2>Best</h2><a href="https://amazon.com/dp/B0AAAAAAA2">Check price</a><a href="https://amazon.com/dp/B0AAAAAAA1"><b>Steel</b> kettle</a>'
    const raw =
      '[lasso id="7"] [amazon box="B0AAAAAAA3"] <a href="https://amazon.com/dp/B0AAAAAAA2">Glass kettle</a>'
    expect(
      readMentions({ raw, rendered, products: '[{"asin":"b0aaaaaaa4","award":"Best Overall"}]' }),
    ).toEqual({
      products: [
        { asin: 'B0AAAAAAA4', name: '', award: 'Best Overall' },
        { asin: 'B0AAAAAAA2', name: 'Glass kettle', award: '' },
        { asin: 'B0AAAAAAA1', name: 'Steel kettle', award: '' },
        { asin: 'B0AAAAAAA3', name: '', award: '' },
      ],
      shortLinks: 0,
      tags: new Map(),
    })
  })

  it('have the tags of their links, also of those that a network counts', () => {
    const raw = [
      '<a href="https://amazon.com/dp/B0AAAAAAA1">Kettle</a>',
      '<a href="https://amazon.com/dp/B0AAAAAAA1/?tag=kettles-20&amp;th=1">Kettle</a>',
      '<a href="https://amazon.com/dp/B0AAAAAAA1?tag=others-20">Kettle</a>',
      '<a href="https://go.example.com/?url=https%3A%2F%2Famazon.com%2Fdp%2FB0AAAAAAA2%3Ftag%3Dnet-20">Pot</a>',
      '<a href="https://amazon.com/dp/B0AAAAAAA3?tag=">Pan</a>',
    ].join('')
    expect([...readMentions({ raw, rendered: raw }).tags]).toEqual([
      ['B0AAAAAAA1', 'kettles-20'],
      ['B0AAAAAAA2', 'net-20'],
    ])
  })

  it('are read of our own blocks with name and award', () => {
    const block =
      '<!-- wp:group {"anchor":"B0AAAAAAA1","className":"aop-product"} --><div id="B0AAAAAAA1" class="wp-block-group aop-product"><!-- wp:heading {"level":3,"className":"aop-product-name"} --><h3 class="aop-product-name">Steel kettle</h3><!-- /wp:heading --></div><!-- /wp:group -->'
    expect(asinsOf(block)).toEqual(['B0AAAAAAA1'])
  })

  it('are read to the end, whatever stands in a post, and are 200 at most', () => {
    const hostile = [
      '['.repeat(200_000),
      '[amazon '.repeat(60_000),
      '<a href="x">'.repeat(20_000),
      `<!-- wp:x {${'"a":{'.repeat(50_000)} -->`,
      `[amazon box="${'B0AAAAAAA1,'.repeat(150)}"]`,
    ]
    const found = hostile.map((raw) => asinsOf(raw, `${raw} `))
    expect(found).toEqual([[], [], [], [], ['B0AAAAAAA1']])
    const many = Array.from({ length: 500 }, (_, at) => `[amazon box="B0${String(at).padStart(8, '0')}"]`)
    expect(asinsOf(many.join('\n'))).toHaveLength(200)
  })
})
