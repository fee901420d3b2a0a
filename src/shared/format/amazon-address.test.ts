import { describe, expect, it } from 'vitest'
import { isShortAddress, isShortLink, productInText, productOfAddress } from './amazon-address.ts'

describe('the product in a marketplace address', () => {
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
    'https://www.amazon.com/dp/%E2%80%8EB0C9TR41XM',
    'https://www.amazon.com/sspa/click?ie=UTF8&url=%2FThing%2Fdp%2FB0C9TR41XM%2Fref%3Dsr_1',
    'https://www.amazon.com/gp/slredirect/picassoRedirect.html?url=%2Fdp%2FB0C9TR41XM',
    'https://shareasale.com/r.cfm?b=1&u=2&m=3&urllink=www%2Eamazon%2Ecom%2Fdp%2FB0C9TR41XM',
    'https://click.linksynergy.com/deeplink?id=1&mid=2&murl=https%253A%252F%252Fwww.amazon.com%252Fdp%252FB0C9TR41XM',
    'https://www.anrdoezrs.net/links/1/type/dlg/https://www.amazon.com/dp/B0C9TR41XM?tag=x',
    'https://www.awin1.com/cread.php?awinmid=1&ued=https://www.amazon.co.uk/dp/B0C9TR41XM?a=1&b=2',
    'https://goto.target.example/c/1/2/3?https://www.amazon.com/dp/B0C9TR41XM',
    'https://news.example/ck/a?u=a1aHR0cHM6Ly93d3cuYW1hem9uLmNvbS9kcC9CMEM5VFI0MVhN',
    'https://one.example/?to=https%3A%2F%2Ftwo.example%2F%3Fto%3Damazon.com%252Fdp%252FB0C9TR41XM',
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
    'https://shop.example/?url=%2Fdp%2FB0C9TR41XM',
    'https://shop.example/?q=notamazon.com/dp/B0C9TR41XM',
    'https://shop.example/about/amazon/dp/B0C9TR41XM',
  ])('none: %s', (address) => {
    expect(productOfAddress(address)).toBeNull()
  })

  it('can be a book’s, and is unknown for a short link', () => {
    expect(productOfAddress('https://www.amazon.com/dp/059610197X')).toBe('059610197X')
    const short = ['https://amzn.to/3xYzAbC', 'https://a.co/d/9abCdEf', 'https://amzn.eu/d/1abCdEf']
    expect(short.map((address) => [isShortAddress(address), productOfAddress(address)])).toEqual(
      short.map(() => [true, null]),
    )
    expect(isShortAddress('https://amzn.to/')).toBe(false)
    expect(isShortAddress('https://www.amazon.com/dp/B0C9TR41XM')).toBe(false)
  })
})

describe('the product in a text', () => {
  it.each([
    'https://www.amazon.com/dp/B0C9TR41XM',
    'amazon.de/gp/product/b0c9tr41xm?th=1',
    '\u200ehttps://www.amazon.com/dp/\u200eB0C9TR41XM\ufeff',
    'Look at this kettle! https://www.amazon.com/Kettle/dp/B0C9TR41XM?ref=share, it is on sale.',
    'Kettle (www.amazon.co.uk/gp/aw/d/B0C9TR41XM).',
    'seen at https://blog.example/kettles and at <https://amzn.com/B0C9TR41XM>',
    'https://go.skimresources.com/?url=www.amazon.com%2Fdp%2FB0C9TR41XM',
  ])('%j', (text) => {
    expect(productInText(text)).toBe('B0C9TR41XM')
  })

  it.each(['B0C9TR41XM', 'kettle', 'me@amazon.com/dp/B0C9TR41XM', 'https://amzn.to/3EYDIZO', ''])(
    'none: %j',
    (text) => {
      expect(productInText(text)).toBeNull()
    },
  )

  it('is unknown if the text has only a short link', () => {
    const texts = [
      'https://amzn.to/3EYDIZO',
      'Look: amzn.to/3EYDIZO!',
      'a.co/d/9abCdEf',
      'https://a.co/d/1 amazon.com/dp/B0C9TR41XM',
    ]
    expect(texts.map(isShortLink)).toEqual([true, true, true, false])
    expect(['kettle', 'https://amzn.to/', 'https://shop.example/x'].map(isShortLink)).toEqual([
      false,
      false,
      false,
    ])
  })
})
