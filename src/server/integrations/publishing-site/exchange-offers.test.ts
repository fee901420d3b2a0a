import { expect, it } from 'vitest'
import { EXCHANGE_FAULTS, plannedExchange } from './product-exchange.ts'
import { textsOf, writeContent } from './write-content.ts'

const OLD = 'B0AAAAAAR1'
const NEW = 'B0AAAAAAR2'
const price = (display: string, day: string) => ({
  ...{ amount: Number(display.slice(1)), currency: 'USD', display },
  asOf: new Date(`2026-11-${day}T06:10:00Z`),
})
const post = (asin: string, name: string, cost: ReturnType<typeof price> | null) =>
  writeContent(
    textsOf({
      ...{ disclosure: '', intro: 'Which?', questions: [] },
      products: [
        {
          ...{ asin, name, award: '', summary: 'Good.' },
          offer: { link: `https://www.amazon.com/dp/${asin}`, imageUrl: null, price: cost },
        },
      ],
    }),
  )
const before = post(OLD, 'Dunlarch V2', price('$49.90', '20'))
const planned = (content: string, by: ReturnType<typeof price> | null) =>
  plannedExchange(
    1,
    { content, products: null, structured: null },
    {
      ...{ old: { asin: OLD, name: 'Dunlarch V2' }, marketplace: 'www.amazon.com' },
      by: { asin: NEW, name: 'Glide M', price: by },
    },
  )
const made = (content: string, by: ReturnType<typeof price> | null = price('$36.00', '23')) => {
  const plan = planned(content, by)
  return 'fault' in plan ? plan.fault : plan.after.content
}

const EDITS: [string, (content: string) => string][] = [
  ['after the price', (content) => content.replace(' UTC</p>', ' UTC. Free <b>shipping</b>.</p>')],
  [
    'before a price in another style',
    (content) => content.replace(/<strong>(.*?)<\/strong>/, 'Now <strong class="x">$1</strong>'),
  ],
  ['on the button', (content) => content.replace('>View on Amazon<', '>Get it while it lasts<')],
  [
    'on a second button',
    (content) => content.replace('</a></div>\n', '$&<div><a href="https://shop.example">Or here</a></div>'),
  ],
  [
    'between price and button',
    (content) =>
      content.replace(
        '<!-- wp:buttons',
        '<!-- wp:paragraph -->\n<p>Buy two.</p>\n<!-- /wp:paragraph -->\n\n$&',
      ),
  ],
]

it.each(EDITS)('another product in a live post leaves an editor’s words %s', (_where, edit) => {
  const words = edit(before).replace(/<[^>]*>/g, '')
  expect(edit(before)).not.toBe(before)
  const after = made(edit(before))
  expect(after.replace(/<[^>]*>/g, '')).toBe(
    words.replace('Dunlarch V2', 'Glide M').replace('$49.90', '$36.00').replace('November 20', 'November 23'),
  )
  expect(after).not.toContain(OLD)
})

it('another product in a live post without a known price leaves an editor’s words alone', () => {
  const after = made(before.replace(' UTC</p>', ' UTC. Free shipping.</p>'), null)
  expect(after).toContain('<p class="aop-price">. Free shipping.</p>')
  expect(after).toContain('>See the price on Amazon</a>')
  expect(made(before, null)).toBe(post(NEW, 'Glide M', null))
})

it.each([
  ['prices', ' UTC (was $59)</p>'],
  ['rating', ' UTC, 4.5 out of 5</p>'],
] as const)('an exchange is left to a person if our price line has more figures: %s', (fault, end) => {
  expect(made(before.replace(' UTC</p>', end))).toBe(EXCHANGE_FAULTS[fault])
})

it('an exchange says where an editor’s words on our button or price still name the old product', () => {
  const edited = before
    .replace('>View on Amazon<', '>Get the Dunlarch V2 now<')
    .replace(' UTC</p>', ' UTC for the Dunlarch V2</p>')
  expect(planned(edited, price('$36.00', '23'))).toMatchObject({
    leftovers: expect.arrayContaining([
      'Link text: Get the Dunlarch V2 now',
      expect.stringContaining('for the Dunlarch V2'),
    ]),
  })
})

it('another product in a live post is also where links to its section lead', () => {
  const list = (asin: string, name: string) =>
    `<ul><li><a href="#asin-${asin}">${name}</a></li><li><a href='#asin-${asin}'>Here</a></li></ul>\n\n`
  expect(made(list(OLD, 'Dunlarch V2') + before)).toBe(list(NEW, 'Glide M') + made(before))
})
