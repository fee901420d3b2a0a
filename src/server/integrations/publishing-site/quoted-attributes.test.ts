import { describe, expect, it } from 'vitest'
import { mergeContent } from './block-merge.ts'
import { exchangedText } from './cell-text.ts'
import { refreshedOffers } from './offer-refresh.ts'
import { EXCHANGE_FAULTS, plannedExchange } from './product-exchange.ts'
import { textsOf, writeContent } from './write-content.ts'

const OLD = 'B0AAAAAAR1'
const NEW = 'B0AAAAAAR2'
const price = (display: string) => ({
  ...{ amount: Number(display.slice(1)), currency: 'USD', display },
  asOf: new Date('2026-11-23T06:10:00Z'),
})
const exchange = {
  old: { asin: OLD, name: 'Dunlarch V2' },
  by: { asin: NEW, name: 'Glide M', price: price('$369.00') },
  marketplace: 'www.amazon.com',
}
const made = (content: string) => {
  const plan = plannedExchange(1, { content, products: null, structured: null }, exchange)
  return 'fault' in plan ? plan.fault : plan.after.content
}
const shop = (asin: string) => `href="https://www.amazon.com/dp/${asin}"`

describe('a product in place of another, where attributes have angle brackets', () => {
  it.each([
    [
      'a link',
      `<p><a title="a > b" ${shop(OLD)}>Dunlarch V2</a></p>`,
      `<p><a title="a > b" ${shop(NEW)}>Glide M</a></p>`,
    ],
    [
      'a link without quotes',
      `<p><a ${shop(OLD).replaceAll('"', '')}>See it</a></p>`,
      `<p><a ${shop(NEW).replaceAll('"', '')}>See it</a></p>`,
    ],
    [
      'a shortcode of several lines',
      `<a ${shop(OLD)}>See it</a>[amazon\n box="${OLD}"\n]`,
      `<a ${shop(NEW)}>See it</a>[amazon\n box="${NEW}"\n]`,
    ],
  ])('is exchanged in %s', (_what, before, after) => {
    expect(made(before)).toBe(after)
  })

  it.each([
    ['an attribute', '<span data-tip="a >Dunlarch V2<b>">x</span>'],
    ['code', '<p><code>Dunlarch V2</code></p>'],
    ['preformatted text', '<pre>Dunlarch V2</pre>'],
    ['a comment', '<!-- <b>Dunlarch V2</b> -->'],
    ['words that look like an attribute', '<p>Write alt="Dunlarch V2" there.</p>'],
  ])('leaves its name as it is in %s', (_what, kept) => {
    expect(made(`<p><a ${shop(OLD)}>See it</a></p>${kept}`)).toBe(`<p><a ${shop(NEW)}>See it</a></p>${kept}`)
  })

  it.each([
    ['unread', `<script>"<a href='https://www.amazon.com/dp/${OLD}'>"</script>`],
    ['unread', `<a href=/review/${OLD}>Our review</a>`],
    ['unread', `<a title="x > ${OLD}`],
    ['picture', `<img title="a > b" alt="Dunlarch V2" src="/a.jpg">`],
    ['prices', `<p><a title="a > $49.99" ${shop(OLD)}>See it</a></p>`],
  ] as const)('is left to a person: %s, %s', (fault, content) => {
    expect(made(`<p><a ${shop(OLD)}>See it</a></p><p>x</p>${content}`)).toBe(EXCHANGE_FAULTS[fault])
  })
})

describe('our own blocks, where an editor has added attributes with angle brackets', () => {
  const product = (asin: string, name: string) => ({
    ...{ asin, name, award: '', summary: 'Good.' },
    offer: {
      link: `https://www.amazon.com/dp/${asin}`,
      imageUrl: 'https://i.example/a.jpg',
      price: price('$49.90'),
    },
  })
  const products = [product(OLD, 'Pot'), product(NEW, 'Pan')]
  const content = writeContent(textsOf({ disclosure: '', intro: 'Which?', products, questions: [] }))
  const refresh = (before: string) =>
    refreshedOffers(
      { content: before, products: null, structured: null },
      { offers: new Map([[OLD, { price: price('$44.00'), imageUrl: 'https://i.example/b.jpg' }]]) },
    ).markup.content
  const inRow = (edit: (row: string) => string) => content.replace(/<tr><td>.*?<\/tr>/, (row) => edit(row))

  it.each([
    [
      'a price',
      (text: string) => text.replace('<p class="aop-price">', '<p class="aop-price" title="a > b">'),
    ],
    ['a picture', (text: string) => text.replace('alt="Pot"', 'alt="a > b" data-x=\' src="y" \'')],
    [
      'a group',
      (text: string) => text.replace(`<div id="asin-${OLD}"`, `<div data-x="a > b" id="asin-${OLD}"`),
    ],
    [
      'a button',
      (text: string) =>
        text.replace('<a class="wp-block-button__link', '<a title="a > b" class="wp-block-button__link'),
    ],
    ['a table', (text: string) => text.replace('<tbody>', '<tbody title="a > b">')],
    ['a row', (text: string) => text.replace('<tr><td>', '<tr data-x="a > b"><td>')],
  ])('are refreshed around them: %s', (_what, edit) => {
    expect(edit(content)).not.toBe(content)
    expect(refresh(edit(content))).toBe(edit(refresh(content)))
  })

  it('are refreshed in a cell whose attribute repeats the price', () => {
    const cell = (cost: string) => `<td data-x="a > $49.90">${cost}</td>`
    const edited = inRow((row) => row.replace('<td>$49.90</td>', () => cell('$49.90')))
    expect(refresh(edited)).toBe(refresh(content).replace('<td>$44.00</td>', () => cell('$44.00')))
  })

  it('leave an image’s words alone that say the price', () => {
    const icon = '<img alt="now > $49.90" src="/i.png">'
    const edited = inRow((row) => row.replace('<td>$49.90</td>', `<td>${icon}$49.90</td>`))
    expect(refresh(edited)).toContain(`<td>${icon}$44.00</td>`)
  })

  it('leave no empty link around a picture that is taken out', () => {
    const edited = inRow((row) =>
      row.replace(/<img [^>]*>(?=<a)/, '<a href="/pot"><em>$&</em></a> By hand: '),
    )
    const gone = refreshedOffers(
      { content: edited, products: null, structured: null },
      { offers: new Map([[OLD, { price: price('$44.00'), imageUrl: null }]]) },
    ).markup.content
    expect(gone).toContain(`<tr><td>By hand: <a href="#asin-${OLD}">Pot</a>`)
  })

  it('keep the element of a group that is merged', () => {
    const edited = content.replace(`<div id="asin-${OLD}"`, `<div data-x="a > b" id="asin-${OLD}"`)
    const change = { products: products.map((each) => ({ ...each, summary: 'Better.' })) }
    expect(mergeContent(edited, change)).toBe(edited.replaceAll('Good', 'Better'))
  })
})

it('a price is exchanged within an editor’s words, whatever tags and entities it is written with', () => {
  for (const [before, after] of [
    ['<strong>$</strong>49.90 (save $10)', '<strong>$44.00</strong> (save $10)'],
    ['now &#36;49.90 only', 'now $44.00 only'],
    ['<b>now</b> <i>$49</i>.90', '<b>now</b> <i>$44.00</i>'],
    ['$49.901', '$49.901'],
  ] as const)
    expect(exchangedText(before, '$49.90', '$44.00')).toBe(after)
})
