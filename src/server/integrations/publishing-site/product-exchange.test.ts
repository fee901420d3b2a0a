import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import type { PostMarkup } from './port.ts'
import { EXCHANGE_FAULTS, plannedExchange } from './product-exchange.ts'
import { writeContent } from './write-content.ts'

const OLD = 'B0AAAAAAR1'
const NEW = 'B0AAAAAAR2'
const OTHER = 'B0AAAAAAR3'
const price = { amount: 369, currency: 'USD', display: '$369.00', asOf: new Date('2026-11-23T00:00:00Z') }
const exchange = {
  old: { asin: OLD, name: 'Dunlarch V2' },
  by: { asin: NEW, name: 'Glide [M] & Co', price },
  marketplace: 'www.amazon.com',
}
const markup = (content: string, fields: Partial<PostMarkup> = {}): PostMarkup => ({
  content,
  products: null,
  structured: null,
  ...fields,
})
const made = (content: string, fields: Partial<PostMarkup> = {}, about = exchange) => {
  const plan = plannedExchange(1, markup(content, fields), about)
  return 'fault' in plan ? plan.fault : plan.after.content
}

describe('a product in place of another in a live post', () => {
  it('changes known links, numbers, names and prices, and leaves all other characters unchanged', () => {
    const before = `<h3>Dunlarch V2</h3>
<p>We love <a class="x" href="https://www.amazon.com/dp/${OLD}?tag=desk-20&amp;th=1">Dunlarch V2</a>, as ever.</p>
<p><a href='https://go.example/?u=https%3A%2F%2Fwww.amazon.com%2Fdp%2F${OLD}'>Buy for $1,299.00</a></p>
[amazon box="${OLD.toLowerCase()}" title="Dunlarch V2"]
<!-- wp:aawp/box {"asin":"${OLD}","name":"Dunlarch V2"} /-->
<p><a href="https://www.amazon.com/dp/${OTHER}">Other for $9.99</a> $1 is not ours.</p>`
    expect(made(before)).toBe(`<h3>Glide &#91;M&#93; &amp; Co</h3>
<p>We love <a class="x" href="https://www.amazon.com/dp/${NEW}?tag=desk-20&amp;th=1">Glide &#91;M&#93; &amp; Co</a>, as ever.</p>
<p><a href='https://go.example/?u=https%3A%2F%2Fwww.amazon.com%2Fdp%2F${NEW}'>Buy for $369.00</a></p>
[amazon box="${NEW}" title="Glide &#91;M&#93; &amp; Co"]
<!-- wp:aawp/box {"asin":"${NEW}","name":"Glide [M] \\u0026 Co"} /-->
<p><a href="https://www.amazon.com/dp/${OTHER}">Other for $9.99</a> $1 is not ours.</p>`)
  })

  it('rewrites our own block, with today’s price and date', () => {
    const offer = {
      link: `https://www.amazon.com/dp/${OLD}?tag=desk-20`,
      imageUrl: null,
      price: { ...price, display: '$1,299.00', asOf: new Date('2026-01-02T00:00:00Z') },
    }
    const product = {
      asin: OLD,
      name: 'Dunlarch V2',
      award: 'Best Overall',
      headline: '',
      summary: '',
      description: 'Ours.',
    }
    const texts = { introText: 'Hello.', introCopy: '', outroCopy: '', questions: [], trustStatement: '' }
    const after = made(writeContent({ ...texts, products: [{ ...product, offer }] }))
    expect(after).toBe(
      writeContent({
        ...texts,
        products: [
          {
            ...{ ...product, asin: NEW, name: exchange.by.name },
            offer: { ...offer, link: `https://www.amazon.com/dp/${NEW}?tag=desk-20`, price },
          },
        ],
      }),
    )
  })

  it('says where its words still name the old one', () => {
    const text = `<p>The Dunlarch V2 is loud.</p><a href="https://www.amazon.com/dp/${OLD}">See</a>`
    expect(plannedExchange(1, markup(text), exchange)).toMatchObject({
      leftovers: ['The Dunlarch V2 is loud.'],
    })
  })

  it('keeps our own field with it', () => {
    const fields = {
      products: JSON.stringify([
        { asin: OLD, award: 'A' },
        { asin: OTHER, award: '' },
      ]),
    }
    expect(plannedExchange(1, markup('', fields), exchange)).toMatchObject({
      after: {
        products: JSON.stringify([
          { asin: NEW, award: 'A' },
          { asin: OTHER, award: '' },
        ]),
      },
    })
  })

  const link = `<a href="https://www.amazon.com/dp/${OLD}">See it</a>`
  it.each([
    ['gone', '<p>Nothing.</p>'],
    ['there', `${link}<a href="https://www.amazon.com/dp/${NEW}">It</a>`],
    ['short', `${link}<a href="https://amzn.to/3abcdef">It</a>`],
    ['picture', `<a href="https://www.amazon.com/dp/${OLD}"><img src="https://x.example/a.jpg"></a>`],
    ['unread', `${link}<p>Its number is ${OLD}.</p>`],
    ['unread', `${link}<script type="application/ld+json">{"sku":"${OLD}"}</script>`],
    ['tooLong', `${link}${' '.repeat(300_000)}`],
    ['unread', `${link}\0`],
  ] as const)('leaves a post that is only half understood to a person: %s', (fault, content) => {
    expect(made(content)).toBe(EXCHANGE_FAULTS[fault])
  })

  const shop = (asin: string, words: string) => `<a href="https://www.amazon.com/dp/${asin}">${words}</a>`
  it('leaves texts about other products, and words with several meanings, as they are', () => {
    const text = (asin: string) =>
      `<h3>Top pick</h3><p>${shop(asin, 'Top pick')}</p><p>${shop(OTHER, 'Top pick')}</p><p>${shop(asin, 'Learn more')}</p>`
    expect(made(text(OLD))).toBe(text(NEW))
    const single = { ...exchange, old: { asin: OLD, name: 'Kettle' } }
    expect(made(`<h2>Kettle</h2>${shop(OLD, 'See')}`, {}, single)).toBe(`<h2>Kettle</h2>${shop(NEW, 'See')}`)
    expect(made(`${shop(OLD, 'Dunlarch V2')}${shop(OTHER, 'Dunlarch V2')}`)).toBe(EXCHANGE_FAULTS.unread)
  })

  it.each([
    shop(OLD, 'was $79.00 now $49.99'),
    shop(OLD, 'Save $30'),
    shop(OLD, 'See, under $50'),
    `<p>${shop(OLD, 'See')} for $49.99.</p>`,
    `<p>${shop(OLD, 'See')}</p><p>Price: $49.99</p>`,
    `<p>Only $9</p>\n<p></p>\n<p>${shop(OLD, 'See')}</p>`,
    `<p>$49.99 [amazon box="${OLD}"]</p>`,
  ])('leaves a post that may give the old price to a person: %s', (content) => {
    expect(made(content)).toBe(EXCHANGE_FAULTS.prices)
  })

  it.each([
    ['picture', `<img src="https://cdn.example/uploads/${OLD}.jpg">`],
    ['picture', `<img srcset="/small.jpg 1x, /${OLD.toLowerCase()}.jpg 2x">`],
    ['unread', `<a href="/review/${OLD.toLowerCase()}/">Our review</a>`],
  ] as const)('never makes up an address of the site, nor of a picture: %s', (fault, content) => {
    expect(made(`${link}${content}`)).toBe(EXCHANGE_FAULTS[fault])
  })

  it.each([
    '<p><a href="https://shop.example/ip/1">Dunlarch V2</a></p>',
    '<p><a href="/reviews/dunlarch-v2">Dunlarch V2</a></p>',
    `<p>${shop(OTHER, '<b>Dunlarch V2</b> in red')}</p>`,
    '<script type="application/ld+json">{"name":"Dunlarch V2","offers":{"price":"49.99"}}</script>',
    '<blockquote>Best ever. <cite>Dunlarch V2</cite></blockquote>',
  ])('never gives its name to other products’ links and texts: %s', (content) => {
    expect(made(`<p>${shop(OLD, 'See it')}</p>${content}`)).toBe(EXCHANGE_FAULTS.unread)
  })

  it('gives its name to an entry of the contents, and to no words that only look like a block', () => {
    const contents = '<li><a href="#first">Dunlarch V2</a></li>'
    expect(made(`${contents}${link}`)).toContain('<a href="#first">Glide &#91;M&#93; &amp; Co</a>')
    const quote = '<p>He said:"Dunlarch V2" is loud.</p>'
    expect(made(`${quote}${link}`)).toContain(quote)
  })

  it.each([
    '<figure><img src="/a.jpg" alt="Dunlarch V2"></figure>',
    '<figure><img src="/dunlarch-v2.jpg" alt=""></figure>',
    '<figure><img src="/a.jpg"><figcaption>The Dunlarch V2</figcaption></figure>',
    '[caption id="1"]<img src="/a.jpg"> Dunlarch V2[/caption]',
    '<iframe title="Dunlarch V2" src="https://video.example/1"></iframe>',
    shop(OLD, '<svg><image href="x"/></svg>'),
    `<div style="background-image:url(/a.jpg)">${shop(OLD, 'See')}</div>`,
    `<div><img src="/a.jpg">${shop(OLD, 'See')}</div>`,
  ])('never says of a picture that it shows the new one: %s', (content) => {
    expect(made(`<p>${shop(OLD, 'See it')}</p><p>Well.</p>${content}`)).toBe(EXCHANGE_FAULTS.picture)
  })

  const called = (name: string) => ({ ...exchange, old: { asin: OLD, name } })
  it.each([
    ['“Dunlarch” V2!', '/dunlarch-v2.jpg'],
    ['(New) Dunlarch V2', '/new-dunlarch-v2-front.jpg'],
    ['Grille-pain Ü', '/grille-pain-u.jpg'],
    ['Küche Groß', '/kuche-gros.jpg'],
    ['Küche Groß', '/kueche-gross.jpg'],
    ['Brød Æble', '/brod-aeble.jpg'],
    ['Blå Brød', '/blaa-broed.jpg'],
    ['Łódź Kettle', '/lodz-kettle.jpg'],
  ])('knows a picture of %s by its file', (name, file) => {
    expect(made(`<p>${shop(OLD, 'See it')}</p><figure><img src="${file}"></figure>`, {}, called(name))).toBe(
      EXCHANGE_FAULTS.picture,
    )
  })

  it.each(['Чайник Два', 'Чайник Thing 5', '电水壶 Thing 5', 'Grille-pain Ü', '5 ★'])(
    'does not mistake every picture for one of %s, whose name gives no file name',
    (name) => {
      const picture = '<figure><img class="wp-image-5" src="/other-thing-5.jpg" alt=""></figure>'
      const text = (asin: string) => `<p>${shop(asin, 'See it')}</p><p>Well.</p>${picture}`
      expect(made(text(OLD), {}, called(name))).toBe(text(NEW))
    },
  )

  it.each([
    ['prices', 'USD 49.99'],
    ['prices', '49 USD'],
    ['prices', '49.99 dollars'],
    ['prices', '¥4,900'],
    ['prices', '₹4,900'],
    ['prices', '<span data-price="$49.99"></span>'],
    ['rating', '★ 4.8'],
    ['rating', 'rated 4.8 out of 5'],
    ['rating', '12,345 ratings'],
  ] as const)('leaves the old price or rating to a person: %s, %s', (fault, words) => {
    expect(made(`<p>${shop(OLD, 'See')} ${words}</p>`)).toBe(EXCHANGE_FAULTS[fault])
  })

  it('leaves a price in a link’s attributes to a person, and replaces a lone one with today’s', () => {
    const tag = `href="https://www.amazon.com/dp/${OLD}" title="Dunlarch V2 – $49.99"`
    expect(made(`<p><a ${tag}>See</a></p>`)).toBe(EXCHANGE_FAULTS.prices)
    expect(made(`<p>${shop(OLD, 'Buy for 49.99 USD')}</p>`)).toBe(`<p>${shop(NEW, 'Buy for $369.00')}</p>`)
  })

  const bosch = {
    ...exchange,
    old: { asin: OLD, name: 'Bosch TWK7203 Cordless Kettle, 1.7 L, Stainless Steel' },
  }
  const leftIn = (content: string, about = bosch, beside?: Parameters<typeof plannedExchange>[3]) => {
    const plan = plannedExchange(1, markup(content), about, beside)
    return 'fault' in plan ? plan.fault : plan.leftovers
  }
  it.each([
    [
      `<p>Take ${shop(OLD, 'the Bosch 1.7 L kettle')}.</p>`,
      ['Link text: the Bosch 1.7 L kettle', 'Take the Bosch 1.7 L kettle.'],
    ],
    [`<p>${shop(OLD, 'our favourite')}</p>`, ['Link text: our favourite']],
    [
      `<a href="https://www.amazon.com/dp/${OLD}" title="A steel kettle">See it</a>`,
      ['title: A steel kettle'],
    ],
    [
      `<!-- wp:shop/box {"asin":"${OLD}","title":"Steel kettle","image":"https://x.example/7203.jpg","price":"49.99","rating":4.5,"layout":"wide"} /-->`,
      ['title: Steel kettle', 'image: https://x.example/7203.jpg', 'price: 49.99', 'rating: 4.5'],
    ],
    [`[amazon box="${OLD}" title="Steel kettle" rating="4.5"]`, ['title: Steel kettle', 'rating: 4.5']],
    [
      `[easyazon_link identifier="${OLD}" locale="US" tag="d-20"]this steel kettle[/easyazon_link]`,
      ['Link text: this steel kettle'],
    ],
    [`<div data-asin="${OLD}" data-name="Steel kettle" data-price="$5">x</div>${link}`, 'prices'],
    [`${link}<p>It boils fast. The TWK7203 is loud. So is the rest.</p>`, ['The TWK7203 is loud.']],
    [`${link}<p>Bosch makes it. Any 1.7 L kettle does.</p>`, ['Bosch makes it.']],
  ] as const)('lists every text that would still be about the old product: %s', (content, left) => {
    expect(leftIn(content)).toEqual(typeof left === 'string' ? EXCHANGE_FAULTS[left] : left)
  })

  it('lists its title and its excerpt, and no words that fit any product', () => {
    const general = ['See it', 'Check price', 'Buy now for $369.00', 'on Amazon'].map((words) =>
      shop(OLD, words),
    )
    const content = general.map((each) => `<p>${each}</p>`).join('<p>x</p>')
    expect(leftIn(content)).toEqual([])
    expect(
      leftIn(content, bosch, { rendered: content, texts: ['Bosch kettle, reviewed', 'It boils.'] }),
    ).toEqual(['Bosch kettle, reviewed'])
    const sameBrand = { ...bosch, by: { ...bosch.by, name: 'Bosch Styline' } }
    expect(leftIn(`${link}<p>Bosch makes it.</p>`, sameBrand)).toEqual([])
  })

  it('gives its name to an EasyAzon link that says nothing else', () => {
    const said = (asin: string, name: string) => `[easyazon_link identifier="${asin}"]${name}[/easyazon_link]`
    expect(made(said(OLD, 'Dunlarch V2'))).toBe(said(NEW, 'Glide &#91;M&#93; &amp; Co'))
  })

  it('shows the new one in our own picture of it, or no picture', () => {
    const offer = { link: `https://www.amazon.com/dp/${OLD}`, imageUrl: 'https://m.example/old.jpg', price }
    const texts = { introText: '', introCopy: '', outroCopy: '', questions: [], trustStatement: '' }
    const said = { award: 'A', headline: '', summary: '', description: '' }
    const post = (asin: string, name: string, imageUrl: string | null) =>
      writeContent({
        ...texts,
        products: [
          { ...said, asin, name, offer: { ...offer, imageUrl, link: offer.link.replace(OLD, asin) } },
        ],
      })
    const before = post(OLD, 'Dunlarch V2', offer.imageUrl)
    const pictured = { ...exchange, by: { ...exchange.by, imageUrl: 'https://m.example/new.jpg' } }
    expect(made(before, {}, pictured)).toBe(post(NEW, exchange.by.name, 'https://m.example/new.jpg'))
    expect(made(before)).not.toMatch(/<img|wp:image/)
  })

  it.each([
    `<a href="https://www.amazon.co.uk/dp/${OLD}?tag=d-21">See it</a>`,
    `[easyazon_link identifier="${OLD}" locale="UK" tag="d-21"]See it[/easyazon_link]`,
    `<!-- wp:aawp/box {"asin":"${OLD}","tld":"co.uk"} /-->`,
  ])('is not replaced where it is sold only on another marketplace: %s', (content) => {
    expect(made(content)).toBe(EXCHANGE_FAULTS.marketplace)
  })

  const UK = `https://www.amazon.co.uk/dp/${OLD}?tag=d-21`
  it.each([
    ['a link', `<a href="${UK}">See it in the UK</a>`, 'Link on amazon.co.uk: See it in the UK'],
    [
      'a link through a redirect',
      `<a href='https://go.example/?u=https%3A%2F%2Fwww.amazon.de%2Fdp%2F${OLD}'>See it</a>`,
      'Link on amazon.de: See it',
    ],
    ['a picture', `<a href="${UK}"><img src="/v2.jpg" alt=""></a>`, 'Link on amazon.co.uk: an image'],
    ['a shortcode', `[amazon box="${OLD}" tld="co.uk"]`, 'Link on co.uk: amazon'],
    [
      'a shortcode with words',
      `[easyazon_link identifier="${OLD}" locale="UK"]Dunlarch V2[/easyazon_link]`,
      'Link on UK: Dunlarch V2',
    ],
    ['a block', `<!-- wp:aawp/box {"asin":"${OLD}","tld":"co.uk"} /-->`, 'Link on co.uk: a block'],
  ])('leaves %s to another marketplace as it is, and says so', (_what, kept, told) => {
    const content = (asin: string) =>
      `<p><a href="https://www.amazon.com/dp/${asin}">Here</a></p><p>${kept}</p>`
    const plan = plannedExchange(1, markup(content(OLD)), exchange)
    expect(plan).toMatchObject({ after: { content: content(NEW) } })
    expect('leftovers' in plan && plan.leftovers).toContain(told)
  })

  it('takes the links of its own marketplace, in any country', () => {
    const uk = `<a href="https://www.amazon.co.uk/dp/${OLD}">See it</a>`
    const about = { ...exchange, marketplace: 'www.amazon.co.uk' }
    expect(made(uk, {}, about)).toBe(uk.replace(OLD, NEW))
    expect(made(link, {}, about)).toBe(EXCHANGE_FAULTS.marketplace)
  })

  it.each([
    ['[lasso ref="heron" id="12"]', `<div class="lasso">${shop(OLD, 'Heron')}</div>`],
    [
      `<p>${shop(OLD, 'See it')}</p>[lasso id="12"]`,
      `<p>${shop(OLD, 'See it')}</p><div>${shop(OLD, 'Heron')}</div>`,
    ],
  ])('says that a box of another plugin shows it, which is edited there: %s', (content, rendered) => {
    expect(leftIn(content, bosch, { rendered, texts: [] })).toBe(EXCHANGE_FAULTS.box)
  })

  it('does not mistake a plugin’s output of a shortcode for another box', () => {
    const rendered = `<div>${shop(OLD, 'Heron')}${shop(OLD, 'Buy')}</div>`
    expect(leftIn(`[amazon box="${OLD}"]`, bosch, { rendered, texts: [] })).toEqual([])
    expect(leftIn('<p>Gone.</p>', bosch, { rendered: '<p>Gone.</p>', texts: [] })).toBe(EXCHANGE_FAULTS.gone)
  })

  it('never says a price that it does not know', () => {
    const priced = `<a href="https://www.amazon.com/dp/${OLD}">Buy now for $49</a>`
    const about = { ...exchange, by: { ...exchange.by, price: null as unknown as typeof price } }
    expect(made(priced, {}, about)).toBe(EXCHANGE_FAULTS.price)
    expect(made(link, {}, about)).toBe(link.replace(OLD, NEW))
  })

  it.each([
    '<!--'.repeat(60_000),
    '<!-- wp:p '.repeat(29_000),
    '<!-- wp:p {"a":1} '.repeat(16_000),
    '<a>'.repeat(95_000),
    `<a href="/dp/${OLD}">`.repeat(12_000),
    '[amazon '.repeat(36_000),
    `[${'a'.repeat(1900)}]`.repeat(150),
    `<a ${'b'.repeat(3900)}>`.repeat(75),
    '<a '.repeat(90_000),
    '[a'.repeat(140_000),
    `<a href="https://www.amazon.com/dp/${OLD}">`.repeat(5000),
    '1'.repeat(290_000),
    '<p>$5</p>'.repeat(30_000),
    '<q>'.repeat(9000),
  ])('reads hostile markup without standing still', (content) => {
    // The slowest takes 1700 ms; a cost that grows with the square of the length would take minutes.
    expect(cpuTime(() => made(`${link}${content}`))).toBeLessThan(10_000)
  })
})
