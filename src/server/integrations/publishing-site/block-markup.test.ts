import { describe, expect, it } from 'vitest'
import { escapeText, paragraphsOf, plainText } from '../../markup/plain-text.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { STORABLE } from '../../testing/naughty-strings.ts'
import { SCRIPT_PAYLOADS } from '../../testing/script-payloads.ts'
import { parseBlocks } from './block-grammar.ts'
import { type PostTexts, readContent } from './block-markup.ts'
import { mergeContent } from './block-merge.ts'
import { textDigest } from './text-digest.ts'
import { writeContent } from './write-content.ts'

type Texts = Parameters<typeof writeContent>[0]
const texts = (change: Partial<Texts> = {}): Texts => ({
  introText: 'One.\n\nTwo,\nin two lines.',
  introCopy: 'How we tested.',
  products: [
    {
      asin: 'B0C9TR41XM',
      name: 'Kettle',
      award: 'Best Overall',
      headline: 'Pours',
      summary: 'Holds its heat.',
      description: 'First.\n\nSecond.',
    },
  ],
  outroCopy: 'That is all.',
  questions: [{ headline: 'Why?', acceptedAnswer: 'Because.\n\nOf that.' }],
  trustStatement: 'We buy what we test.',
  ...change,
})
const read = (content: string): PostTexts => {
  const { structured: _, ...rest } = readContent(content)
  return rest
}

describe('the content of a post', () => {
  it('returns the written texts, part by part', () => {
    expect(read(writeContent(texts()))).toEqual(texts())
  })

  it('keeps every text unchanged, with any characters', () => {
    for (const payload of [...SCRIPT_PAYLOADS, ...STORABLE]) {
      const kept = paragraphsOf(payload.replace(/\s+/g, ' ')).join('\n\n')
      const product = texts().products.map((each) => ({
        ...each,
        name: kept,
        summary: kept,
        description: kept,
      }))
      const written = texts({
        introText: kept,
        products: product,
        questions: [{ headline: kept, acceptedAnswer: kept }],
      })
      const content = writeContent(written)
      expect(read(content), payload).toEqual(written)
      // Nothing of it is markup: the tags are ours, and a site finds no shortcode to run.
      expect(content.replace(/<\/?(p|h2|h3|div|br)\b[^<>]*>|<!-- \/?wp:[^<>]*-->/g, ''), payload).not.toMatch(
        /[<>[\]]/,
      )
    }
  })

  it('is made of blocks that open and close, each one of our parts', () => {
    const blocks = parseBlocks(writeContent(texts()))
    expect(blocks.map(({ name, classes }) => `${name} ${classes.join(' ')}`)).toEqual([
      'group aop-intro',
      'group aop-intro-copy',
      'group aop-product',
      'group aop-outro',
      'group aop-question',
      'group aop-trust',
    ])
  })

  it('from another author is read as opening and closing words', () => {
    const content = `<p>Classic <b>opening</b>.</p><!-- wp:paragraph --><p>A block.</p><!-- /wp:paragraph -->
${writeContent(texts({ introText: '', introCopy: '' }))}<!-- wp:list --><ul><li>One</li><li>Two</li></ul><!-- /wp:list --><!-- wp:separator /-->`
    expect(read(content)).toMatchObject({
      introText: '',
      introCopy: 'Classic opening.\n\nA block.',
      outroCopy: 'That is all.\n\nOne\n\nTwo',
    })
  })

  it('is read from its data for search engines if it has none of our parts', () => {
    const data = [
      {
        '@type': 'Article',
        description: 'Intro &amp; more',
        image: ['https://site.example/a.jpg'],
        author: [{ name: 'Ada <b>Reed</b>' }],
      },
      {
        '@graph': [
          {
            '@type': 'ItemList',
            itemListElement: [
              { item: { name: 'Kettle', award: 'Best', url: 'https://www.amazon.com/dp/b0c9tr41xm?tag=x' } },
              { name: 'Pan', sku: 'B0BVW52K7G', description: '<p>Heavy.</p>' },
              { name: 'No number' },
            ],
          },
          { '@type': 'FAQPage', mainEntity: [{ name: 'Why?', acceptedAnswer: { text: '<p>Because.</p>' } }] },
        ],
      },
    ]
    const { structured, ...post } = readContent(
      `<script type="application/ld+json">not JSON</script><script type="application/ld+json">${JSON.stringify(data)}</script><p>Words.</p>`,
    )
    expect(structured).toMatchObject({ authorName: 'Ada Reed', heroImageUrl: 'https://site.example/a.jpg' })
    expect(post).toMatchObject({
      introText: 'Intro & more',
      introCopy: 'Words.',
      products: [
        { asin: 'B0C9TR41XM', name: 'Kettle', award: 'Best' },
        { asin: 'B0BVW52K7G', name: 'Pan', description: 'Heavy.' },
      ],
      questions: [{ headline: 'Why?', acceptedAnswer: 'Because.' }],
    })
  })

  it.each([
    ['blocks that are never closed', '<!-- wp:group -->'.repeat(20_000)],
    ['ends of blocks', '<!-- /wp:group -->'.repeat(20_000)],
    ['comments that are never closed', '<!--'.repeat(100_000)],
    ['comments with one end', `${'<!--'.repeat(100_000)}-->`],
    ['blocks with one end', `${'<!-- wp:a {'.repeat(10_000)}}x-->`],
    ['blocks with one end after blanks', `${'<!-- wp:a '.repeat(10_000)}${' '.repeat(50_000)}x-->`],
    ['a block of blanks', `<!-- wp:group ${' '.repeat(100_000)}-->`],
    ['a block of blanks and a letter', `<!-- wp:group ${' '.repeat(100_000)}x-->`],
    ['a block of braces', `<!-- wp:group {"a":"${'}'.repeat(100_000)}`],
    ['a block of braces and blanks', `<!-- wp:group {${'} '.repeat(50_000)}x-->`],
    ['scripts that are never closed', '<script type="application/ld+json">'.repeat(5000)],
    ['beginnings of scripts', '<script '.repeat(12_500)],
    ['beginnings of scripts for search engines', '<script application/ld+json'.repeat(5000)],
    [
      'nested lists for search engines',
      `<script application/ld+json>${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`,
    ],
    [
      'nested graphs for search engines',
      `<script application/ld+json>${'{"@graph":['.repeat(10_000)}${']}'.repeat(10_000)}</script>`,
    ],
    ['nested tags', '<b>'.repeat(300_000)],
    ['tags between blanks', '<br> '.repeat(20_000)],
    ['empty lines', '\n'.repeat(100_000)],
  ])('is read in the blink of an eye, even if it is nothing but %s [S24]', (_name, hostile) => {
    expect(
      cpuTime(() => {
        readContent(hostile)
      }),
    ).toBeLessThan(200)
  })
})

describe('a change of the article', () => {
  it('replaces its own parts in place and nothing else', () => {
    const own =
      '<!-- wp:image {"id":3} --><figure><img src="https://site.example/a.jpg"/></figure><!-- /wp:image -->'
    const [intro, ...rest] = writeContent(texts()).split(
      '\n\n<!-- wp:group {"className":"aop-intro-copy"} -->',
    )
    const content = `${intro}\n\n${own}\n\n<!-- wp:group {"className":"aop-intro-copy"} -->${rest.join('')}`
    const merged = mergeContent(content, {
      intro: 'New.',
      products: [
        { asin: 'B000000001', name: 'Pan', award: 'New', summary: '' },
        { asin: 'B0C9TR41XM', name: 'Kettle 2', award: 'Best', summary: '' },
      ],
      questions: ['How?', 'Why?'],
    })
    expect(merged).toContain(own)
    expect(read(merged)).toEqual({
      ...texts(),
      introText: 'New.',
      products: [
        { asin: 'B000000001', name: 'Pan', award: 'New', headline: '', summary: '', description: '' },
        { ...texts().products[0], name: 'Kettle 2', award: 'Best', summary: '' },
      ],
      questions: [
        { headline: 'How?', acceptedAnswer: '' },
        { headline: 'Why?', acceptedAnswer: 'Because.\n\nOf that.' },
      ],
    })
  })

  it('puts parts that the post does not have yet in their places', () => {
    const bare = writeContent(texts({ introText: '', products: [], questions: [] }))
    const merged = mergeContent(bare, {
      intro: 'First.',
      products: texts().products,
      questions: ['Why?'],
    })
    expect(parseBlocks(merged).map(({ classes }) => classes[0])).toEqual([
      'aop-intro',
      'aop-intro-copy',
      'aop-product',
      'aop-outro',
      'aop-question',
      'aop-trust',
    ])
  })

  it('leaves a post alone that its editors have rewritten', () => {
    const rewritten = '<!-- wp:paragraph --><p>All mine now.</p><!-- /wp:paragraph -->'
    expect(mergeContent(rewritten, { intro: 'Mine', products: [], questions: [] })).toBe(rewritten)
  })
})

describe('how the site earns', () => {
  const told = 'We may earn <a commission>.'
  const classesOf = (content: string) => parseBlocks(content).map(({ classes }) => classes[0])

  it('comes first, and is not part of the introduction', () => {
    const content = writeContent({ ...texts(), disclosure: told })
    expect(content).toContain('<p class="aop-disclosure">We may earn &lt;a commission&gt;.</p>')
    expect(classesOf(content)[0]).toBe('aop-disclosure')
    expect(read(content)).toEqual(texts())
  })

  it('is added to an older post, changed with its site, left in an editor’s style, and removed', () => {
    const old = `<p>Loose</p>\n\n${writeContent(texts())}`
    const added = mergeContent(old, { disclosure: told })
    expect(added).toBe(
      `${writeContent({ ...texts({ introText: '', introCopy: '', products: [], outroCopy: '', questions: [], trustStatement: '' }), disclosure: told })}\n\n${old}`,
    )
    const styled = added.replace('We may', '<em>We</em> may')
    expect(mergeContent(styled, { disclosure: told })).toBe(styled)
    expect(mergeContent(styled, { intro: texts().introText })).toBe(styled)
    expect(mergeContent(styled, { disclosure: 'Links pay us.' })).toContain('>Links pay us.</p>')
    expect(mergeContent(styled, { disclosure: '' })).toBe(old)
  })
})

describe('where a product is bought', () => {
  const link = 'https://www.amazon.com/dp/B0C9TR41XM?tag=desk-20'
  const price = {
    amount: 49.9,
    currency: 'USD',
    display: '$49.90',
    asOf: new Date('2026-11-20T06:10:00Z'),
  }
  const offer = { link, imageUrl: null, price }
  const [product] = texts().products.map((each) => ({ ...each, offer }))
  if (product === undefined) throw new Error('no product')
  const content = writeContent(texts({ products: [product] }))
  const OLD = `<!-- wp:paragraph {"className":"aop-offer"} -->
<p class="aop-offer"><a href="${link}" rel="sponsored nofollow">$39.90 on Amazon</a> as of May 1, 2026</p>
<!-- /wp:paragraph -->`
  const begin = content.indexOf('<!-- wp:paragraph {"className":"aop-price"}')
  const end = content.indexOf('<!-- /wp:buttons -->') + '<!-- /wp:buttons -->'.length
  const old = content.slice(0, begin) + OLD + content.slice(end)

  it('is a price with its time and a button', () => {
    expect(content.slice(begin, end)).toBe(`<!-- wp:paragraph {"className":"aop-price"} -->
<p class="aop-price"><strong>$49.90</strong> as of November 20, 2026, 06:10 UTC</p>
<!-- /wp:paragraph -->

<!-- wp:buttons {"className":"aop-offer"} -->
<div class="wp-block-buttons aop-offer"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="${link}" rel="sponsored nofollow">View on Amazon</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->`)
    expect(read(content).products).toEqual([{ ...product, offer: { ...offer, price: '$49.90' } }])
  })

  it('is read in the form of older posts, which an update rewrites', () => {
    expect(read(old).products).toEqual([{ ...product, offer: { ...offer, price: '$39.90' } }])
    expect(mergeContent(old, { products: [product] })).toBe(content)
  })

  it('is a button alone while the price is unknown', () => {
    const unpriced = mergeContent(content, { products: [{ ...product, offer: { ...offer, price: null } }] })
    expect(unpriced).not.toContain('aop-price')
    expect(unpriced).toContain('>See the price on Amazon</a>')
    expect(mergeContent(unpriced, { products: [product] })).toBe(content)
  })

  it('says that a product is sold out, and keeps its button', () => {
    const gone = writeContent(
      texts({ products: [{ ...product, offer: { ...offer, price: null, isSoldOut: true } }] }),
    )
    expect(gone).toContain('<p class="aop-price">Currently unavailable</p>')
    expect(gone).toContain('>View on Amazon</a>')
    expect(read(gone).products[0]?.offer?.price).toBeNull()
  })

  it('is no part of the text, wherever an editor puts it', () => {
    const cost = content.slice(begin, content.indexOf('<!-- wp:buttons'))
    const plain = writeContent(texts())
    const moved = `${content.replace(cost, '')}\n\n${cost}`
    for (const form of [content, old, moved]) expect(textDigest(form)).toBe(textDigest(plain))
  })
})

describe('blocks as WordPress reads them', () => {
  const namesOf = (content: string) => parseBlocks(content).map(({ name }) => name)

  it.each([
    '<!-- wp:separator/-->',
    '<!-- wp:separator-->',
    '<!--wp:separator -->',
    '<!-- wp:separator {"a":1}-->',
    '<!-- wp:separator {"a":1}/-->',
    '<!-- wp:separator / -->',
  ])('do not begin with %s, which is a comment', (comment) => {
    expect(namesOf(`${comment}<!-- wp:image --><p>1</p><!-- /wp:image -->`)).toEqual(['', 'image'])
  })

  it.each([
    ['separator', '<!-- wp:separator /-->'],
    ['my/box', '<!--\n wp:my/box {"a":1} /-->'],
    ['my/box', '<!-- wp:my/box\t--><!-- /wp:my/box -->'],
  ])('are %s, written as %s', (name, block) => {
    expect(namesOf(`${block}<!-- wp:image --><p>1</p><!-- /wp:image -->`)).toEqual([name, 'image'])
  })

  it('are filled within their element, even where an editor has emptied it', () => {
    const [product] = texts().products
    if (product === undefined) throw new Error('no product')
    const full = writeContent(texts({ products: [{ ...product, headline: '', description: '' }] }))
    for (const [gap, within] of [
      ['\n', ''],
      [' ', ''],
      [' ', ' '],
    ] as const) {
      const emptied = full.replace(
        /(<!-- wp:group \{"anchor":"asin-\w+"[^>]*-->)\n(<div[^>]*>)[\s\S]*?<\/div>\n/,
        (_all, open: string, div: string) => [open, gap, div, within, '</div>', gap].join(''),
      )
      expect(emptied).not.toContain('Kettle')
      expect(mergeContent(emptied, { products: texts().products })).toBe(
        full
          .replace(/(<!-- wp:group \{"anchor":"asin-\w+"[^>]*-->)\n/, (_all, open: string) => open + gap)
          .replace(
            /<\/div>\n(<!-- \/wp:group -->\n\n<!-- wp:group \{"className":"aop-outro")/,
            (_all, end: string) => ['</div>', gap, end].join(''),
          ),
      )
    }
  })
})

describe('a product whose anchor an editor has renamed', () => {
  const offer = (asin: string) => ({
    link: `https://www.amazon.com/dp/${asin}?tag=desk-20`,
    imageUrl: null,
    price: null,
  })
  const products = ['B0C9TR41XM', 'B0BVW52K7G'].map((asin, at) => ({
    ...{ asin, name: `Kettle ${at}`, award: '', summary: 'Hot.', headline: '', description: '' },
    offer: offer(asin),
  }))
  const renamed = writeContent(texts({ products })).replaceAll('asin-B0C9TR41XM', 'best-pot')

  it('is the product that its link sells, at its place', () => {
    expect(read(renamed).products.map(({ asin }) => asin)).toEqual(['B0C9TR41XM', 'B0BVW52K7G'])
    expect(mergeContent(renamed, { products })).toBe(renamed)
    const changed = products.map((product) => ({ ...product, summary: 'Warm.' }))
    expect(mergeContent(renamed, { products: changed })).toBe(renamed.replaceAll('Hot', 'Warm'))
  })

  it('stays as it is where its link does not tell the product either', () => {
    const cloaked = renamed.replaceAll(
      /https:\/\/www\.amazon\.com\/dp\/B0C9TR41XM[^"]*/g,
      'https://go.example/pot',
    )
    expect(read(cloaked).products.map(({ asin }) => asin)).toEqual(['', 'B0BVW52K7G'])
    const [, second] = products.map((product) => ({ ...product, summary: 'Warm.' }))
    if (second === undefined) throw new Error('no product')
    expect(mergeContent(cloaked, { products: [second] })).toBe(
      cloaked
        .replace(/(Kettle 1<\/a><\/td><td>)Hot/, '$1Warm')
        .replace(/(Kettle 1<\/h2>[\s\S]*?)Hot\./, '$1Warm.'),
    )
  })
})

describe('text out of markup', () => {
  it('is the visible text of the markup', () => {
    expect(plainText('<p>One<br>line &amp; <b>more</b>&nbsp;of it</p><p>Two</p>')).toBe(
      'One\nline & more of it\n\nTwo',
    )
    expect(plainText('a &lt;b&gt; &amp;lt; c')).toBe('a <b> &lt; c')
    expect(plainText(escapeText('<b> & "x" [y] &amp;'))).toBe('<b> & "x" [y] &amp;')
  })

  it('contains no scripts or overlays [S13]', () => {
    for (const payload of SCRIPT_PAYLOADS.filter((each) => each.startsWith('<'))) {
      const said = plainText(`before ${payload}`)
      expect(said, payload).toMatch(/^before/)
      expect(said, payload).not.toMatch(/<(script|img|svg|iframe|object|embed|style|link|base|meta|a)\b/i)
    }
  })
})
