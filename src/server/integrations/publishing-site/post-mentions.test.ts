import { describe, expect, it } from 'vitest'
import { readMentions } from './post-mentions.ts'

const asinsOf = (raw: string, rendered = raw) =>
  readMentions({ raw, rendered }).products.map(({ asin }) => asin)

describe('the products that a post recommends', () => {
  it.each([
    ['AAWP', '[amazon box="B0AAAAAAA1, B0AAAAAAA2" template="list"]', ['B0AAAAAAA1', 'B0AAAAAAA2']],
    [
      'AAWP',
      '[amazon link=B0AAAAAAA1 title="Kettle"] [amazon fields=\'B0AAAAAAA2\' value="thumb"]',
      ['B0AAAAAAA1', 'B0AAAAAAA2'],
    ],
    [
      'AAWP with invisible marks',
      '[amazon box="\u200eB0AAAAAAA1, \u200eB0AAAAAAA2"]',
      ['B0AAAAAAA1', 'B0AAAAAAA2'],
    ],
    ['a shortcode that readers see', '[[amazon box="B0AAAAAAA1"]] [[asa]B0AAAAAAA1[/asa]] x', []],
    ['brackets around a shortcode that runs', '[[amazon box="B0AAAAAAA1"] and more]', ['B0AAAAAAA1']],
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

  it('are not named after words that any link may have', () => {
    const linked = (words: string) => `<a href="https://amazon.com/dp/B0AAAAAAA1">${words}</a>`
    const nameOf = (...words: string[]) => {
      const raw = words.map(linked).join('')
      return readMentions({ raw, rendered: raw }).products[0]?.name
    }
    const said = [
      'this one',
      'Here',
      'UK',
      'Amazon.co.uk',
      'check price',
      'The latest deal',
      'our review',
      '→',
    ]
    expect(nameOf(...said)).toBe('')
    expect(nameOf(...said, 'Steel kettle')).toBe('Steel kettle')
    for (const name of ['Amazon Echo Dot', 'ViewSonic VX2718', 'Atlas Pot', 'Shop-Vac 5989300'])
      expect(nameOf(name)).toBe(name)
  })

  it('are read of our own blocks with name and award', () => {
    const block =
      '<!-- wp:group {"anchor":"B0AAAAAAA1","className":"aop-product"} --><div id="B0AAAAAAA1" class="wp-block-group aop-product"><!-- wp:heading {"level":3,"className":"aop-product-name"} --><h3 class="aop-product-name">Steel kettle</h3><!-- /wp:heading --></div><!-- /wp:group -->'
    expect(asinsOf(block)).toEqual(['B0AAAAAAA1'])
  })

  it('are read to the end of any post, and are 200 at most', () => {
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
