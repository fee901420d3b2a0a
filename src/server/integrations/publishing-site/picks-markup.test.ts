import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { SCRIPT_PAYLOADS } from '../../testing/script-payloads.ts'
import { parseBlocks } from './block-grammar.ts'
import { readContent } from './block-markup.ts'
import { mergeContent } from './block-merge.ts'
import { isSameButOffers, refreshedOffers } from './offer-refresh.ts'
import { withPicks } from './picks-markup.ts'
import type { PostContent, PostOffer, ShownOffer } from './port.ts'
import { plannedExchange } from './product-exchange.ts'
import { textDigest } from './text-digest.ts'
import { textsOf, writeContent } from './write-content.ts'

type Product = PostContent['products'][number]

const [POT, PAN, WOK] = ['B0C9TR41XM', 'B0BVW52K7G', 'B0BVW52K7H'] as const
const NAMES = { [POT]: 'Pot & Lid', [PAN]: 'Skillet', [WOK]: 'Wok' }
const at = (display: string, asOf = '2026-11-27T06:10:00Z') => ({
  amount: Number(display.slice(1)),
  currency: 'USD',
  display,
  asOf: new Date(asOf),
})
const offerOf = (asin: string, over: Partial<PostOffer> = {}): PostOffer => ({
  link: `https://www.amazon.com/dp/${asin}?tag=kitchen-20`,
  imageUrl: `https://images.example/${asin}.jpg`,
  price: at('$49.90'),
  ...over,
})
const product = (asin: keyof typeof NAMES, over: Partial<Product> = {}): Product => ({
  asin,
  name: NAMES[asin],
  award: '',
  summary: '',
  offer: offerOf(asin),
  ...over,
})
const write = (...products: Product[]) =>
  writeContent(textsOf({ disclosure: 'Ads.', intro: 'Which one?', products, questions: ['How long?'] }))
const BEST = product(POT, { award: 'Best Overall', summary: 'Keeps warm all day. And the lid stays cool.' })
const POST = write(BEST, product(PAN))

const rowsOf = (content: string) => content.match(/<tr><td>.*?<\/tr>/g) ?? []
const cells = (content: string) =>
  rowsOf(content).map((row) => [...row.matchAll(/<td\b[^<>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell))
const column = (content: string, index: number) => cells(content).map((row) => row[index])
const shownIn = (content: string) =>
  rowsOf(content).map((row) => /#asin-(\w+)/.exec(row)?.[1] ?? 'an editor’s row')
const refresh = (content: string, offers: Record<string, ShownOffer>) =>
  refreshedOffers({ content, products: null, structured: null }, { offers: new Map(Object.entries(offers)) })
    .markup.content

describe('the picks at a glance', () => {
  it('stand above the first product, each with picture, award, reason, price and link', () => {
    expect(parseBlocks(POST).map(({ classes }) => classes[0])).toEqual([
      'aop-disclosure',
      'aop-intro',
      'aop-picks',
      'aop-product',
      'aop-product',
      'aop-question',
    ])
    expect(cells(POST)).toEqual([
      [
        `<img src="https://images.example/${POT}.jpg" alt="" width="52" height="52" /><a href="#asin-${POT}">Pot &amp; Lid</a><br><em>Best Overall</em>`,
        'Keeps warm all day',
        '$49.90',
        `<a href="https://www.amazon.com/dp/${POT}?tag=kitchen-20" rel="sponsored nofollow" aria-label="View Pot &amp; Lid on Amazon">View</a>`,
      ],
      [
        `<img src="https://images.example/${PAN}.jpg" alt="" width="52" height="52" /><a href="#asin-${PAN}">Skillet</a>`,
        '',
        '$49.90',
        `<a href="https://www.amazon.com/dp/${PAN}?tag=kitchen-20" rel="sponsored nofollow" aria-label="View Skillet on Amazon">View</a>`,
      ],
    ])
    expect(POST).toContain('>Amazon prices as of November 27, 2026, 06:10 UTC</figcaption>')
  })

  it('say what the product says: a sentence that is too long is left out, an editor’s fact comes first', () => {
    const long = product(POT, { summary: `${'Very '.repeat(30)}warm.` })
    expect(column(write(long, product(PAN)), 1)).toEqual(['', ''])
    const fact =
      '<!-- wp:list {"className":"aop-facts"} -->\n<ul class="aop-facts"><!-- wp:list-item -->\n<li>Two liters</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Iron</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->'
    const edited = write(BEST).replace('<!-- wp:paragraph {"className":"aop-price"}', `${fact}\n\n$&`)
    const merged = mergeContent(edited, { products: [BEST, product(PAN)] })
    expect(column(merged, 1)).toEqual(['Two liters', ''])
  })

  it('are left out with one product, and where the theme shows the offers', () => {
    expect(write(product(POT))).not.toContain('aop-picks')
    expect(write(product(POT, { offer: null }), product(PAN, { offer: null }))).not.toContain('aop-picks')
  })

  it('are no part of the texts of a post, nor of what a change of them is', () => {
    const { introCopy, outroCopy, products } = readContent(POST)
    expect([introCopy, outroCopy, products.map(({ name }) => name)]).toEqual([
      '',
      '',
      ['Pot & Lid', 'Skillet'],
    ])
    expect(textDigest(POST)).toBe(
      textDigest(write({ ...BEST, offer: offerOf(POT, { price: at('$1.00') }) }, product(PAN))),
    )
    expect(textDigest(POST)).not.toBe(textDigest(write({ ...BEST, name: 'Pot' }, product(PAN))))
  })

  it('show any text as text', () => {
    for (const payload of SCRIPT_PAYLOADS) {
      const name = payload.replace(/\s+/g, ' ').trim()
      const hostile = product(POT, {
        name,
        award: name,
        summary: name,
        offer: offerOf(POT, { imageUrl: `https://i.example/?${name}` }),
      })
      const table = /<table>.*<\/table>/s.exec(write(hostile, product(PAN)))?.[0] ?? ''
      expect(table, payload).not.toBe('')
      expect(
        table.replace(/<\/?(?:table|thead|tbody|tr|th|td|a|br|em|img)(?: [a-z-]+="[^"<>]*")* ?\/?>/g, ''),
        payload,
      ).not.toMatch(/[<>[\]"]/)
    }
  })
})

describe('a change of the article, in the picks', () => {
  it('adds, removes and moves products', () => {
    const added = mergeContent(POST, { products: [BEST, product(WOK), product(PAN)] })
    expect(added).toBe(write(BEST, product(WOK), product(PAN)))
    expect(mergeContent(added, { products: [product(PAN), product(WOK)] })).toBe(
      write(product(PAN), product(WOK)),
    )
  })

  it('come with the second product and go when only one product is left', () => {
    const one = write(BEST)
    const two = mergeContent(one, { products: [BEST, product(PAN)] })
    expect(two).toBe(POST)
    expect(mergeContent(two, { products: [BEST] })).toBe(one)
  })

  it('does not bring back what an editor has removed: all of it, or a row', () => {
    const [group = ''] =
      /<!-- wp:group \{"anchor":"picks"[\s\S]*?<!-- \/wp:table --><\/div>\n<!-- \/wp:group -->\n\n/.exec(
        POST,
      ) ?? []
    const products = [BEST, product(WOK), product(PAN)]
    expect(group).not.toBe('')
    expect(mergeContent(POST.replace(group, ''), { products })).not.toContain('aop-picks')
    const [, second = ''] = rowsOf(POST)
    expect(shownIn(mergeContent(POST.replace(second, ''), { products }))).toEqual([POT, WOK])
  })

  it('keeps an editor’s words, rows, order and style', () => {
    const [first = '', second = ''] = rowsOf(POST)
    const own = '<tr><td>A kettle</td><td>Ours</td><td>$9.00</td><td>At the market</td></tr>'
    const edited = POST.replace(first, '')
      .replace(second, `${second}${first}${own}`)
      .replace('Keeps warm all day</td>', 'It keeps <strong>warm</strong></td>')
      .replace('<td>$49.90', '<td class="has-text-align-right" data-align="right">$49.90')
      .replace('Our picks at a glance', 'What to buy')
    const merged = mergeContent(edited, { products: [{ ...BEST, name: 'Pot' }, product(PAN), product(WOK)] })
    expect(shownIn(merged)).toEqual([PAN, POT, WOK, 'an editor’s row'])
    expect(merged).toContain(own)
    expect(merged).toContain('<td>It keeps <strong>warm</strong></td>')
    expect(merged).toContain('<td class="has-text-align-right" data-align="right">$49.90</td>')
    expect(merged).toContain('What to buy')
    expect(merged).toContain(`<a href="#asin-${POT}">Pot</a>`)
  })

  it('adds rows in the columns of the table, as an editor has left or moved them', () => {
    const products = [BEST, product(PAN), product(WOK, { summary: 'It is round.' })]
    const three = POST.replace('<th>Why</th>', '')
      .replace('<td>Keeps warm all day</td>', '')
      .replace('</a></td><td></td>', '</a></td>')
    expect(cells(mergeContent(three, { products })).map((row) => row.length)).toEqual([3, 3, 3])
    expect(cells(mergeContent(three, { products }))[2]?.[1]).toBe('$49.90')
    const renamed = POST.replace('<th>Why</th>', '<th>Reason</th>')
    expect(cells(mergeContent(renamed, { products }))[2]?.slice(1, 3)).toEqual(['It is round', '$49.90'])
    const rewritten = renamed.replace('Keeps warm all day', 'Warm').replace('<td></td>', '<td>Flat</td>')
    expect(shownIn(mergeContent(rewritten, { products }))).toEqual([POT, PAN])
  })

  it('leaves a cell empty that an editor has emptied', () => {
    const emptied = POST.replace(/<td>\$49\.90<\/td>(?=<td><a href="[^"]*B0BVW52K7G)/, '<td></td>')
    const merged = mergeContent(emptied, { products: [BEST, product(PAN, { summary: 'It is flat.' })] })
    expect(cells(merged)[1]?.slice(1, 3)).toEqual(['It is flat', ''])
  })

  it('is understood in the form in which a site stores it', () => {
    const stored = POST.replaceAll('height="52" />', 'height="52">')
    const merged = mergeContent(stored, { products: [{ ...BEST, name: 'Pot' }, product(PAN)] })
    expect(column(merged, 0)[0]).toContain('>Pot</a>')
  })
})

describe('prices and pictures in the picks', () => {
  const TODAY = { price: at('$44.00', '2026-11-28T06:10:00Z'), imageUrl: 'https://images.example/new.jpg' }

  it('are those of the products, with the time of the oldest price', () => {
    const refreshed = refresh(POST, { [POT]: TODAY })
    expect(column(refreshed, 2)).toEqual(['$44.00', '$49.90'])
    expect(refreshed).toContain('>Amazon prices as of November 27, 2026, 06:10 UTC<')
    expect(column(refreshed, 0)[0]).toContain('new.jpg')
    expect(refresh(refreshed, { [PAN]: TODAY })).toContain(
      '>Amazon prices as of November 28, 2026, 06:10 UTC<',
    )
  })

  it('give way to a link and a note, and come back', () => {
    const gone = refresh(POST, {
      [POT]: { price: null, imageUrl: null },
      [PAN]: { price: null, isSoldOut: true },
    })
    expect(column(gone, 2)).toEqual(['See Amazon', 'Currently unavailable'])
    expect(gone).not.toMatch(/prices as of|49\.90/)
    expect(column(gone, 0)[0]).not.toContain('<img')
    const back = refresh(gone, { [POT]: TODAY, [PAN]: TODAY })
    expect(column(back, 2)).toEqual(['$44.00', '$44.00'])
    expect(back).toContain('>Amazon prices as of November 28, 2026, 06:10 UTC<')
  })

  it('are refreshed in cells that an editor has rewritten, moved or styled, without a caption they removed', () => {
    const edited = POST.replace('<td>$49.90</td>', '<td><strong>$49.90</strong></td>')
      .replace('>Pot &amp; Lid</a><br><em>Best Overall</em>', '>The pot</a>')
      .replace('<td>Keeps warm all day</td>', '')
      .replace(/<figcaption.*?<\/figcaption>/, '')
    const refreshed = refresh(edited, { [POT]: TODAY, [PAN]: TODAY })
    expect(cells(refreshed)[0]?.slice(0, 2)).toEqual([
      `<img src="https://images.example/new.jpg" alt="" width="52" height="52" /><a href="#asin-${POT}">The pot</a>`,
      '<strong>$44.00</strong>',
    ])
    expect(refreshed).not.toContain('figcaption')
  })

  it('disappear where the product or the table is not understood, or the post is too long to be read', () => {
    const lone = POST.replace(`{"anchor":"asin-${POT}",`, '{"anchor":"pot",').replaceAll(
      `https://www.amazon.com/dp/${POT}`,
      'https://go.example/pot',
    )
    expect(column(refresh(lone, { [POT]: TODAY, [PAN]: TODAY }), 2)).toEqual(['See Amazon', '$44.00'])
    expect(column(refresh(POST.replace('</tr></tbody>', '</tr>Words</tbody>'), { [POT]: TODAY }), 2)).toEqual(
      ['See Amazon', 'See Amazon'],
    )
    const long = `${POST}<p>${'x'.repeat(300_000)}</p>`
    expect(refresh(long, { [POT]: TODAY })).not.toMatch(/<td>\$|prices as of/)
  })

  it('are refreshed in every copy of the table, also in another style', () => {
    const [table = ''] = /<!-- wp:table [\s\S]*?<!-- \/wp:table -->/.exec(POST) ?? []
    const styled = table.replace('"className":"aop-table"', '"className":"aop-table is-style-stripes"')
    const refreshed = refresh(`${POST}\n\n${styled}`, { [POT]: TODAY, [PAN]: TODAY })
    expect(column(refreshed, 2)).toEqual(['$44.00', '$44.00', '$44.00', '$44.00'])
  })

  it('are refreshed in a row whose name leads elsewhere, by its link to the shop', () => {
    const unlinked = POST.replace(`<a href="#asin-${POT}">Pot &amp; Lid</a>`, 'Pot &amp; Lid')
    expect(column(refresh(unlinked, { [POT]: TODAY, [PAN]: TODAY }), 2)).toEqual(['$44.00', '$44.00'])
  })

  it('leave prices alone that an editor has added, also of another marketplace, and are refreshed in other words', () => {
    const own = [
      '<tr><td>A kettle</td><td>Ours</td><td>$9.00</td><td>At the market</td></tr>',
      `<tr><td>Pot (UK)</td><td></td><td>£39</td><td><a href="https://www.amazon.co.uk/dp/${POT}">View</a></td></tr>`,
    ].join('')
    const edited = POST.replace('</tbody>', `${own}</tbody>`).replace(
      '<td>$49.90</td>',
      '<td>from $49.90</td>',
    )
    const refreshed = refresh(edited, { [POT]: TODAY, [PAN]: TODAY })
    expect(refreshed).toContain(own)
    expect(column(refreshed, 2).slice(0, 2)).toEqual(['from $44.00', '$44.00'])
    expect(refreshed).toContain('>Amazon prices as of November 28, 2026, 06:10 UTC<')
  })

  const priced = (reason: string, cost: string) => (content: string) =>
    content.replace('>Keeps warm all day<', `>${reason}<`).replace(/>\$\d\d\.\d\d<\/td>/, `>${cost}</td>`)
  const withShipping = (content: string) =>
    content
      .replace('<th>Shop</th>', '<th>Shipping</th>$&')
      .replaceAll('<td><a href="https', '<td>$$5.99</td>$&')
  it.each([
    ['a reason with a sum', priced('Best under $50', '$49.90'), priced('Best under $50', '$44.00')],
    ['a column of their own', withShipping, withShipping],
    ['words beside the price', priced('Warm', '$49.90 (save $10)'), priced('Warm', '$44.00 (save $10)')],
    ['the price in a reason', priced('A steal at $49.90', '$49.90'), priced('A steal at $49.90', '$44.00')],
  ] as const)('leave editors’ words alone: %s', (_what, edit, refreshedEdit) => {
    const today = (asin: string) => offerOf(asin, { price: TODAY.price })
    const fresh = write({ ...BEST, offer: today(POT) }, product(PAN, { offer: today(PAN) }))
    const [price, edited] = [TODAY.price, edit(POST)]
    const refreshed = refresh(edited, { [POT]: { price }, [PAN]: { price } })
    expect(refreshed).toBe(refreshedEdit(fresh))
    const markup = (content: string) => ({ content, products: null, structured: null })
    expect(isSameButOffers(markup(edited), markup(refreshed))).toBe(true)
    expect(isSameButOffers(markup(POST), markup(edited))).toBe(false)
    expect(isSameButOffers(markup(POST), markup(refreshed))).toBe(false)
  })

  it.each([
    ['$49.90 (save $10)', 'See Amazon (save $10)', '$44.00 (save $10)'],
    ['was $99, now $49.90', 'was $99, now See Amazon', 'was $99, now $44.00'],
    ['from $49.90', 'from See Amazon', 'from $44.00'],
  ])('come back in an editor’s words after two days without one: %s', (cost, gone, back) => {
    const none = { [POT]: { price: null }, [PAN]: { price: null } }
    const edited = POST.replace('>$49.90<', `>${cost}<`)
    const [first, second] = [refresh(edited, none), refresh(refresh(edited, none), none)]
    expect(column(first, 2)[0]).toBe(gone)
    expect(second).toBe(first)
    expect(column(refresh(second, { [POT]: TODAY, [PAN]: TODAY }), 2)[0]).toBe(back)
  })

  it.each(['Save $20', '$5 coupon', 'Under $100', '$50–$100', 'was $99, now $79'])(
    'replace an editor’s cell that says another sum: %s',
    (cost) => {
      const edited = POST.replace('>$49.90<', `>${cost}<`)
      expect(column(refresh(edited, { [POT]: TODAY, [PAN]: TODAY }), 2)[0]).toBe('$44.00')
    },
  )

  it('come back in an editor’s words after a day without a price', () => {
    const edited = POST.replace('>$49.90<', '>from $49.90<')
    const gone = refresh(edited, { [POT]: { price: null }, [PAN]: { price: null } })
    expect(column(gone, 2)).toEqual(['from See Amazon', 'See Amazon'])
    expect(column(refresh(gone, { [POT]: TODAY, [PAN]: TODAY }), 2)).toEqual(['from $44.00', '$44.00'])
  })

  it('are removed from the column of prices only where the table is not understood', () => {
    const broken = POST.replace('>Keeps warm all day<', '>Best under $50<').replace(
      '</tr></tbody>',
      '</tr>Words</tbody>',
    )
    expect(cells(refresh(broken, { [POT]: TODAY }))[0]?.slice(1, 3)).toEqual(['Best under $50', 'See Amazon'])
    const headless = broken.replace(/<thead>.*?<\/thead>/, '')
    expect(cells(refresh(headless, { [POT]: TODAY }))[0]?.slice(1, 3)).toEqual([
      'Best under $50',
      'See Amazon',
    ])
  })

  it('follow a product that takes the place of another in a live post', () => {
    const plan = plannedExchange(
      1,
      { content: POST, products: null, structured: null },
      {
        old: { asin: POT, name: 'Pot & Lid' },
        by: { asin: WOK, name: 'Wok', price: at('$30.00'), imageUrl: null },
        marketplace: 'www.amazon.com',
      },
    )
    if ('fault' in plan) throw new Error(plan.fault)
    expect(shownIn(plan.after.content)).toEqual([WOK, PAN])
    expect(column(plan.after.content, 2)).toEqual(['$30.00', '$49.90'])
    expect(plan.after.content).not.toContain(POT)
    expect(plan.leftovers).toEqual([])
  })
})

it.each([
  ['beginnings of tables', '<!-- wp:table {"className":"aop-table"} -->'.repeat(7000)],
  [
    'rows',
    `<!-- wp:table {"className":"aop-table"} --><tbody>${'<tr>'.repeat(20_000)}</tbody><!-- /wp:table -->`,
  ],
  [
    'blanks',
    `<!-- wp:table {"className":"aop-table"} --><tbody>${`<tr><td>#asin-${POT} href="#asin-${POT}"${' '.repeat(4900)}x</td></tr>`.repeat(19)}</tbody><!-- /wp:table -->`,
  ],
  [
    'cells',
    `<!-- wp:table {"className":"aop-table"} --><tbody>${'<td>'.repeat(20_000)}</tbody><!-- /wp:table -->`,
  ],
  [
    'captions',
    `<!-- wp:table {"className":"aop-table"} --><tbody></tbody>${'<figcaption>'.repeat(8000)}<!-- /wp:table -->`,
  ],
])('a post that is nothing but %s is read in the blink of an eye', (_name, hostile) => {
  const content = `${POST.replace(/<!-- wp:table [\s\S]*?<!-- \/wp:table -->/, '')}${hostile}`
  expect(cpuTime(() => withPicks(content, POST))).toBeLessThan(300)
})
