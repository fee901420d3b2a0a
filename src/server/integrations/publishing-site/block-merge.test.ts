import { describe, expect, it } from 'vitest'
import { parseBlocks } from './block-grammar.ts'
import { readContent } from './block-markup.ts'
import { mergeContent } from './block-merge.ts'
import { textsOf, writeContent } from './write-content.ts'

const [A, B, C, N] = ['B0AAAAAAR1', 'B0AAAAAAR2', 'B0AAAAAAR3', 'B0AAAAAAR4'] as const
const product = (asin: string) => ({ asin, name: `Pan ${asin}`, award: '', summary: 'Flat.' })
const note = (about: string) => `<!-- wp:paragraph -->\n<p>About ${about}.</p>\n<!-- /wp:paragraph -->`
const write = (...asins: string[]) =>
  writeContent(
    textsOf({ disclosure: '', intro: 'Which?', products: asins.map(product), questions: ['Why?', 'How?'] }),
  )
/** A post with an editor's note after each product and each question. */
const noted = (content: string) =>
  parseBlocks(content)
    .flatMap(({ source, anchor, classes }) => {
      if (classes[0] === 'aop-product') return [source, note(anchor?.slice('asin-'.length) ?? '')]
      const question = /<h3>(.*)<\/h3>/.exec(source)?.[1]
      return question === undefined ? [source] : [source, note(question)]
    })
    .join('\n\n')
const shown = (content: string) =>
  parseBlocks(content)
    .slice(1)
    .map(
      ({ source }) =>
        /About (\w+)/.exec(source)?.[0] ?? /asin-(\w+)|<h3>(.*)<\/h3>/.exec(source)?.slice(1).join(''),
    )

describe('an editor’s blocks between products', () => {
  const merged = (...asins: string[]) =>
    shown(mergeContent(noted(write(A, B, C)), { products: asins.map(product) })).slice(0, -4)

  it('stay beside their product when other products are added or removed', () => {
    const about = (asin: string) => [asin, `About ${asin}`]
    expect(merged(A, B, C)).toEqual([A, B, C].flatMap(about))
    expect(merged(A, N, B, C)).toEqual([A, N, `About ${A}`, ...[B, C].flatMap(about)])
    expect(merged(N, A, B, C)).toEqual([N, ...[A, B, C].flatMap(about)])
    expect(merged(A, C)).toEqual([...about(A), `About ${B}`, ...about(C)])
    expect(merged(B, C)).toEqual([`About ${A}`, ...[B, C].flatMap(about)])
    expect(merged(A, B, C, N)).toEqual([...[A, B].flatMap(about), C, N, `About ${C}`])
  })

  it('stay at their places when products trade places, or are all replaced', () => {
    expect(merged(C, B, A)).toEqual([C, `About ${A}`, B, `About ${B}`, A, `About ${C}`])
    expect(merged(N)).toEqual([N, `About ${A}`, `About ${B}`, `About ${C}`])
  })

  it('stay beside their question, too', () => {
    const questions = (...all: string[]) => shown(mergeContent(noted(write(A)), { questions: all })).slice(2)
    expect(questions('How?')).toEqual(['About Why', 'How?', 'About How'])
    expect(questions('When?', 'Why?', 'How?')).toEqual(['When?', 'Why?', 'About Why', 'How?', 'About How'])
  })
})

/** The section of a product, or another of our groups. */
const sectionOf = (content: string, attribute: string) =>
  new RegExp(`<!-- wp:group \\{[^>]*"${attribute}"[\\s\\S]*?<!-- /wp:group -->`).exec(content)?.[0] ?? ''
const wrapped = (inner: string) =>
  `<!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column">${note('x')}\n\n${inner}</div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->`

describe('several sections of one product', () => {
  const own = '<!-- wp:paragraph -->\n<p>A year later.</p>\n<!-- /wp:paragraph -->'
  const first = sectionOf(write(A, B), `asin-${A}`)
  const second = first.replace('</div>\n<!-- /wp:group -->', `\n\n${own}</div>\n<!-- /wp:group -->`)
  const twice = write(A, B, C).replace(sectionOf(write(A, B, C), `asin-${B}`), `$&\n\n${second}`)
  const merged = (...products: ReturnType<typeof product>[]) =>
    readContent(mergeContent(twice, { products })).products

  it('stay with an editor’s words in each, and show what changes', () => {
    const better = merged({ ...product(A), summary: 'Better.' }, product(B), product(N), product(C))
    expect(better.map(({ asin }) => asin)).toEqual([A, B, N, A, C])
    expect(better.map(({ summary }) => summary)).toEqual(['Better.', 'Flat.', 'Flat.', 'Better.', 'Flat.'])
    expect(better.map(({ description }) => description)).toEqual(['', '', '', 'A year later.', ''])
    expect(mergeContent(twice, { products: [A, B, C].map(product) })).toBe(twice)
  })

  it('disappear together, and the second stays when products trade places', () => {
    expect(merged(product(B), product(C)).map(({ asin }) => asin)).toEqual([B, C])
    expect(merged(product(C), product(B), product(A)).map(({ asin }) => asin)).toEqual([C, B, A, A])
  })

  it('are kept of a question, too', () => {
    const asked = write(A).replace(/<!-- wp:group \{"className":"aop-question[\s\S]*?:group -->/, `$&\n\n$&`)
    expect(
      readContent(mergeContent(asked, { questions: ['When?', 'Why?', 'How?'] })).questions.map(
        ({ headline }) => headline,
      ),
    ).toEqual(['When?', 'Why?', 'Why?', 'How?'])
  })
})

describe('our blocks within an editor’s own', () => {
  const inColumn = (attribute: string) => (content: string) =>
    content.replace(sectionOf(content, attribute), (group) => wrapped(group))
  const edit = inColumn(`asin-${A}`)

  it('are recognized', () => {
    const { products, introCopy } = readContent(edit(write(A, B)))
    expect(products).toEqual(readContent(write(A, B)).products)
    expect(introCopy).toBe('About x.')
  })

  it('are changed in their places, and nothing else', () => {
    const products = [A, B].map(product)
    expect(mergeContent(edit(write(A, B)), { products })).toBe(edit(write(A, B)))
    const better = products.map((each) => ({ ...each, summary: 'Better.' }))
    expect(mergeContent(edit(write(A, B)), { products: better })).toBe(
      edit(write(A, B)).replaceAll('Flat.', 'Better.'),
    )
    const asked = inColumn('aop-question')(write(A))
    expect(mergeContent(asked, { questions: ['Why?', 'How?'] })).toBe(asked)
    const introduced = inColumn('aop-intro')(write(A))
    expect(mergeContent(introduced, { intro: 'Which pan?' })).toBe(introduced.replace('Which?', 'Which pan?'))
  })

  it('are removed there, and new ones follow their neighbor', () => {
    const content = mergeContent(edit(write(A, B)), { products: [A, N, B].map(product) })
    expect(readContent(content).products.map(({ asin }) => asin)).toEqual([A, N, B])
    expect(mergeContent(edit(write(A, B)), { products: [product(B)] })).toBe(
      write(B)
        .replace(sectionOf(write(B), `asin-${B}`), (group) => `${wrapped('')}\n\n${group}`)
        .replace(`<!-- /wp:paragraph -->\n\n</div>`, '<!-- /wp:paragraph --></div>'),
    )
    const after = mergeContent(edit(write(A)), { questions: ['Why?', 'How?', 'When?'], disclosure: 'Ads.' })
    expect(readContent(after).questions).toHaveLength(3)
    expect(after.indexOf('When?')).toBeGreaterThan(after.indexOf('<!-- /wp:columns -->'))
  })

  it('are found if they are all in one block', () => {
    const all = wrapped(write(A, B))
    const products = [A, B].map((asin) => ({ ...product(asin), summary: 'Better.' }))
    expect(mergeContent(all, { products })).toBe(all.replaceAll('Flat.', 'Better.'))
  })

  it('are found in a section whose element an editor has changed', () => {
    const section = sectionOf(write(A), `asin-${A}`)
    const edited = section.replace('<div', '<section').replace('</div>', '</section>')
    const content = write(A).replace(section, edited)
    expect(mergeContent(content, { products: [product(A)] })).toBe(content)
  })

  it('are not added again beside a name, a price or a button in columns', () => {
    const offer = {
      link: `https://www.amazon.com/dp/${A}`,
      imageUrl: null,
      price: { amount: 49.9, currency: 'USD', display: '$49.90', asOf: new Date('2026-11-26T06:10:00Z') },
    }
    const products = [{ ...product(A), offer }]
    const content = writeContent(textsOf({ disclosure: '', intro: 'Which?', products, questions: [] }))
    const section = sectionOf(content, `asin-${A}`)
    const [, inner = ''] = /<div[^>]*>([\s\S]*)<\/div>\n<!-- \/wp:group -->/.exec(section) ?? []
    const edited = content.replace(inner, wrapped(inner))
    expect(mergeContent(edited, { products })).toBe(edited)
  })
})

describe('our picture and button', () => {
  const cost = { amount: 49.9, currency: 'USD', display: '$49.90', asOf: new Date('2026-11-26T06:10:00Z') }
  const offer = {
    link: `https://www.amazon.com/dp/${A}?a&b`,
    imageUrl: 'https://i.example/a.jpg',
    price: cost,
  }
  const content = writeContent(
    textsOf({
      ...{ disclosure: '', intro: 'Which?', questions: [] },
      products: [{ ...product(A), offer }],
    }),
  )
  const edited = content
    .replace('</a></figure>', '</a><figcaption>In our kitchen</figcaption></figure>')
    .replace('>View on Amazon<', '>Get it while it lasts<')
  const merged = (before: string, change: Partial<typeof offer>) =>
    mergeContent(before, { products: [{ ...product(A), offer: { ...offer, ...change } }] })

  it('keep what an editor has changed about them while their link is the same', () => {
    const imageUrl = 'https://i.example/b.jpg'
    expect(merged(edited, {})).toBe(edited)
    expect(merged(edited, { imageUrl })).toBe(edited.replace(offer.imageUrl, imageUrl))
    const own = edited.replace('"linkDestination"', '"id":7,"linkDestination"')
    expect(merged(own, { imageUrl })).toBe(own)
  })

  it('are written again with another link', () => {
    const link = 'https://www.amazon.com/dp/B0AAAAAAR1?c'
    expect(merged(edited, { link })).toBe(merged(content, { link }))
    expect(merged(content, { link })).toBe(content.replaceAll(offer.link.replace('&', '&amp;'), link))
  })
})

it('a link to a product that is removed leaves its words, and no entry in a table of contents', () => {
  const entry = (asin: string) => `<li><a href="#asin-${asin}">Pan ${asin}</a></li>`
  const list = (entries: string) => `<!-- wp:html -->\n<ul>${entries}</ul>\n<!-- /wp:html -->`
  const text = (link: string) => `<!-- wp:paragraph -->\n<p>As ${link} is.</p>\n<!-- /wp:paragraph -->`
  const before = [list(entry(A) + entry(B)), text(`<a href="#asin-${A}">the first</a>`), write(A, B)]
  expect(mergeContent(before.join('\n\n'), { products: [product(B)] })).toBe(
    [list(entry(B)), text('the first'), write(B)].join('\n\n'),
  )
})
