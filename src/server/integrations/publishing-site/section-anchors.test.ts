import { describe, expect, it } from 'vitest'
import { mergeContent } from './block-merge.ts'
import { isSameButOffers, refreshedOffers } from './offer-refresh.ts'
import { plannedExchange } from './product-exchange.ts'
import { textsOf, writeContent } from './write-content.ts'

const [POT, PAN, WOK] = ['B0C9TR41XM', 'B0BVW52K7G', 'B0BVW52K7H'] as const
const price = (display: string) => ({
  ...{ amount: Number(display.slice(1)), currency: 'USD', display },
  asOf: new Date('2026-11-27T06:10:00Z'),
})
const product = (asin: string, name: string) => ({
  ...{ asin, name, award: '', summary: 'It is good.' },
  offer: { link: `https://www.amazon.com/dp/${asin}?tag=kitchen-20`, imageUrl: null, price: price('$49.90') },
})
const PRODUCTS = [product(POT, 'Pot'), product(PAN, 'Pan')]
const POST = writeContent(textsOf({ disclosure: '', intro: 'Which?', products: PRODUCTS, questions: [] }))

/** The post after an editor has changed the section of the pot. */
const inSection = (edit: (section: string) => string) => {
  const at = POST.indexOf(`<!-- wp:group {"anchor":"asin-${POT}"`)
  return POST.slice(0, at) + edit(POST.slice(at))
}
const renamed = (anchor: string) => inSection((text) => text.replaceAll(`"asin-${POT}"`, `"${anchor}"`))
const without = inSection((text) =>
  text.replace(`"anchor":"asin-${POT}",`, '').replace(` id="asin-${POT}"`, ''),
)
const onHeading = inSection((text) =>
  text
    .replace(`"anchor":"asin-${POT}",`, '')
    .replace(` id="asin-${POT}"`, '')
    .replace('{"level":2}', '{"level":2,"anchor":"the-pot"}')
    .replace('<h2>Pot', '<h2 id="the-pot">Pot'),
)
const refresh = (content: string, display: string) =>
  refreshedOffers(
    { content, products: null, structured: null },
    { offers: new Map([POT, PAN].map((asin) => [asin, { price: price(display) }])) },
  ).markup.content
const rows = (content: string) => content.match(/<tr><td>.*?<\/tr>/g) ?? []
const titles = (content: string) => rows(content).map((row) => /<td>(.*?)<\/td>/.exec(row)?.[1])

describe('the table of picks, after an editor has changed the anchor of a section', () => {
  it.each([
    ['renamed', renamed('best-pot'), '<a href="#best-pot">Pot</a>'],
    ['renamed with other letters', renamed('größe-1'), '<a href="#größe-1">Pot</a>'],
    ['moved to the heading', onHeading, '<a href="#the-pot">Pot</a>'],
    ['removed', without, 'Pot'],
    [
      'kept beside a new one',
      renamed('best-pot').replace('<h2>Pot', `<h2 id="asin-${POT}">Pot`),
      `<a href="#asin-${POT}">Pot</a>`,
    ],
  ])('leads where the section is: %s', (_what, content, title) => {
    const next = [title, `<a href="#asin-${PAN}">Pan</a>`]
    for (const changed of [refresh(content, '$44.00'), mergeContent(content, { products: PRODUCTS })])
      expect(titles(changed)).toEqual(next)
    expect(refresh(content, '$44.00').match(/<td>\$44\.00<\/td>/g)).toHaveLength(2)
    // Its row is known on every later day.
    const later = refresh(refresh(content, '$44.00'), '$43.00')
    expect(titles(later)).toEqual(next)
    expect(later.match(/<td>\$43\.00<\/td>/g)).toHaveLength(2)
  })

  it('keeps an editor’s words in the cell, and other links', () => {
    const edited = renamed('best-pot').replace(
      `<a href="#asin-${POT}">Pot</a>`,
      `<a class="x" href="#asin-${POT}">The <b>pot</b></a>, <a href="#faq">why</a>`,
    )
    expect(titles(refresh(edited, '$44.00'))[0]).toBe(
      '<a class="x" href="#best-pot">The <b>pot</b></a>, <a href="#faq">why</a>',
    )
  })

  it('keeps the link by which alone the product of a row is known, so that its price is refreshed', () => {
    const edited = without.replace(
      /(<a href="#asin-B0C9TR41XM">Pot.*?)<td><a href="https:[^>]*>View<\/a><\/td>/,
      '$1<td>Soon</td>',
    )
    const changed = refresh(refresh(edited, '$44.00'), '$43.00')
    expect(rows(changed)[0]).toContain(`<a href="#asin-${POT}">Pot</a>`)
    expect(rows(changed)[0]).toContain('<td>$43.00</td><td>Soon</td>')
  })

  it('is compared without its links', () => {
    const markup = (content: string) => ({ content, products: null, structured: null })
    expect(isSameButOffers(markup(renamed('best-pot')), markup(refresh(renamed('best-pot'), '$44.00')))).toBe(
      true,
    )
    expect(isSameButOffers(markup(POST), markup(renamed('best-pot')))).toBe(false)
  })

  it('leads to the section in which another product has taken the place', () => {
    const exchange = {
      ...{ old: { asin: POT, name: 'Pot' }, marketplace: 'www.amazon.com' },
      by: { asin: WOK, name: 'Wok', price: price('$30.00'), imageUrl: null },
    }
    const plan = plannedExchange(
      1,
      { content: renamed('best-pot'), products: null, structured: null },
      exchange,
    )
    if ('fault' in plan) throw new Error(plan.fault)
    expect(titles(plan.after.content)[0]).toMatch(/<a href="#best-pot">(?:Pot|Wok)<\/a>/)
    expect(rows(plan.after.content)).toHaveLength(2)
    expect(plan.after.content).not.toContain(POT)
  })
})
