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

  it('stay beside their product when another one is added or removed', () => {
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

it('two sections of one product are merged as one', () => {
  const [, first = ''] =
    /(<!-- wp:group \{"anchor":"asin-B0AAAAAAR1"[\s\S]*?<!-- \/wp:group -->)/.exec(write(A, B)) ?? []
  const twice = write(A, B).replace(first, `${first}\n\n${first}`)
  const { products } = readContent(mergeContent(twice, { products: [A, B].map(product) }))
  expect(products.map(({ asin }) => asin)).toEqual([A, B])
})
