import { type Block, parseBlocks } from './block-grammar.ts'
import { escapeText, paragraphsOf, plainText } from './plain-text.ts'
import type { PostContent, PostProduct, SitePost } from './port.ts'
import { readStructuredData, type StructuredData } from './structured-data.ts'

/** The texts of a post, as its content holds them. */
export type PostTexts = Pick<
  SitePost,
  'introText' | 'introCopy' | 'products' | 'outroCopy' | 'questions' | 'trustStatement'
>

/** The class by which a part of the content is known again, whatever an editor does around it. */
const PARTS = {
  intro: 'aop-intro',
  introCopy: 'aop-intro-copy',
  product: 'aop-product',
  question: 'aop-question',
  outro: 'aop-outro',
  trust: 'aop-trust',
} as const
type Part = keyof typeof PARTS

const paragraph = (text: string, name?: string) => {
  const html = escapeText(text).replaceAll('\n', '<br>')
  return name === undefined
    ? `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->`
    : `<!-- wp:paragraph {"className":"${name}"} -->\n<p class="${name}">${html}</p>\n<!-- /wp:paragraph -->`
}

const heading = (text: string, level: 2 | 3) =>
  `<!-- wp:heading {"level":${level}} -->\n<h${level}>${escapeText(text)}</h${level}>\n<!-- /wp:heading -->`

function group(part: Part, inner: readonly string[], anchor?: string): string {
  const name = PARTS[part]
  const attributes = anchor === undefined ? { className: name } : { anchor, className: name }
  const id = anchor === undefined ? '' : ` id="${anchor}"`
  return [
    `<!-- wp:group ${JSON.stringify(attributes)} -->`,
    `<div${id} class="wp-block-group ${name}">${inner.join('\n\n')}</div>`,
    '<!-- /wp:group -->',
  ].join('\n')
}

const prose = (part: Part, text: string) => {
  const paragraphs = paragraphsOf(text)
  return paragraphs.length === 0
    ? []
    : [
        group(
          part,
          paragraphs.map((each) => paragraph(each)),
        ),
      ]
}

function productGroup({ asin, name, award, headline, summary, description }: PostProduct): string {
  const named = { 'aop-award': award, 'aop-headline': headline, 'aop-summary': summary }
  const inner = [
    heading(name, 2),
    ...Object.entries(named).flatMap(([key, text]) => (text === '' ? [] : [paragraph(text, key)])),
    ...paragraphsOf(description).map((each) => paragraph(each)),
  ]
  return group('product', inner, `asin-${asin.replace(/[^A-Za-z0-9]/g, '')}`)
}

/** A question without an answer has an empty paragraph, which asks its editor for one. */
const questionGroup = ({ headline, acceptedAnswer }: PostTexts['questions'][number]) => {
  const answer = paragraphsOf(acceptedAnswer)
  return group('question', [
    heading(headline, 3),
    ...(answer.length === 0 ? [''] : answer).map((each) => paragraph(each)),
  ])
}

/** The content of a post in block markup, made of core blocks only, so that any editor can go on with it. */
export function writeContent(texts: PostTexts): string {
  return [
    ...prose('intro', texts.introText),
    ...prose('introCopy', texts.introCopy),
    ...texts.products.map(productGroup),
    ...prose('outro', texts.outroCopy),
    ...texts.questions.map(questionGroup),
    ...prose('trust', texts.trustStatement),
  ].join('\n\n')
}

const isPart = (block: Block, part: Part) => block.classes.includes(PARTS[part])
const isAnyPart = (block: Block) => (Object.keys(PARTS) as Part[]).some((part) => isPart(block, part))
const textOf = (blocks: readonly Block[]) =>
  blocks
    .map(({ source }) => plainText(source))
    .filter((text) => text !== '')
    .join('\n\n')

/** What stands in blocks of a class inside a group, and what in the others. */
function readProduct(block: Block): PostProduct {
  const inner = parseBlocks(block.inner)
  const named = (name: string) => textOf(inner.filter(({ classes }) => classes.includes(name)))
  const isNamed = ({ classes }: Block) =>
    classes.some((name) => ['aop-award', 'aop-headline', 'aop-summary'].includes(name))
  const title = inner.find(({ name }) => name === 'heading')
  return {
    asin: (block.anchor ?? '').replace(/^asin-/, '').toUpperCase(),
    name: title ? textOf([title]) : '',
    award: named('aop-award'),
    headline: named('aop-headline'),
    summary: named('aop-summary'),
    description: textOf(inner.filter((each) => each !== title && !isNamed(each))),
  }
}

function readQuestion(block: Block): PostTexts['questions'][number] {
  const inner = parseBlocks(block.inner)
  const title = inner.find(({ name }) => name === 'heading')
  return {
    headline: title ? textOf([title]) : '',
    acceptedAnswer: textOf(inner.filter((each) => each !== title)),
  }
}

/** Text of other blocks belongs to the opening as long as no product, question or closing part has come. */
function looseText(blocks: readonly Block[]): { before: string; after: string } {
  const turn = blocks.findIndex(
    (block) => isAnyPart(block) && !isPart(block, 'intro') && !isPart(block, 'introCopy'),
  )
  const split = turn === -1 ? blocks.length : turn
  const isLoose = (block: Block) => !isAnyPart(block)
  return {
    before: textOf(blocks.slice(0, split).filter(isLoose)),
    after: textOf(blocks.slice(split).filter(isLoose)),
  }
}

const joined = (...texts: string[]) => texts.filter((text) => text !== '').join('\n\n')

/**
 * What a post's content says, as plain text. Parts of ours are read from their blocks; where there are none, from what
 * the post tells search engines (JSON-LD); whatever else is written in it belongs to the opening or the closing words.
 */
export function readContent(content: string): PostTexts & { structured: StructuredData } {
  const structured = readStructuredData(content)
  const blocks = parseBlocks(content)
  const of = (part: Part) => blocks.filter((block) => isPart(block, part))
  const within = (part: Part) => textOf(of(part))
  const products = of('product').map(readProduct)
  const questions = of('question').map(readQuestion)
  const { before, after } = looseText(blocks)
  return {
    structured,
    introText: within('intro') || structured.introText,
    introCopy: joined(within('introCopy'), before),
    products: products.length > 0 ? products : structured.products,
    outroCopy: joined(within('outro'), after),
    questions: questions.length > 0 ? questions : structured.questions,
    trustStatement: within('trust'),
  }
}

type Change = Partial<Pick<PostContent, 'intro' | 'products' | 'questions'>>

/** The texts of a post that nobody has worked on yet. */
export function textsOf(content: Pick<PostContent, 'intro' | 'products' | 'questions'>): PostTexts {
  return {
    introText: content.intro,
    introCopy: '',
    products: content.products.map((product) => ({ ...product, headline: '', description: '' })),
    outroCopy: '',
    questions: content.questions.map((headline) => ({ headline, acceptedAnswer: '' })),
    trustStatement: '',
  }
}

/**
 * The content with what an article changes in it. What editors have written stays: answers of questions that are still
 * asked, descriptions of products that are still there, and every block that is not ours. Content without any part of
 * ours has been taken over by its editors and stays as it is.
 */
export function mergeContent(content: string, { intro, products, questions }: Change): string {
  const blocks = parseBlocks(content)
  if (blocks.length > 0 && !blocks.some(isAnyPart)) return content
  const known = readContent(content)
  const fresh: Partial<Record<Part, string[]>> = {
    ...(intro === undefined ? {} : { intro: prose('intro', intro) }),
    ...(products === undefined
      ? {}
      : { product: products.map((product) => productGroup(withKnown(product, known.products))) }),
    ...(questions === undefined
      ? {}
      : { question: questions.map((headline) => questionGroup(answered(headline, known.questions))) }),
  }
  return placed(blocks, fresh).join('\n\n')
}

function withKnown(product: PostContent['products'][number], known: readonly PostProduct[]): PostProduct {
  const before = known.find(({ asin }) => asin === product.asin.toUpperCase())
  return { headline: before?.headline ?? '', description: before?.description ?? '', ...product }
}

function answered(headline: string, known: PostTexts['questions']): PostTexts['questions'][number] {
  const before = known.find((question) => question.headline === headline)
  return { headline, acceptedAnswer: before?.acceptedAnswer ?? '' }
}

/** After which parts a new part goes, where the content has none of its kind. */
const FOLLOWS: Partial<Record<Part, readonly Part[]>> = {
  intro: [],
  product: ['intro', 'introCopy'],
  question: ['intro', 'introCopy', 'product', 'outro'],
}

/** The blocks with each fresh part in the place of the first old one of its kind. */
function placed(blocks: readonly Block[], fresh: Partial<Record<Part, string[]>>): string[] {
  const sources = blocks.map((block) => ({ block, lines: [block.source.trim()] }))
  for (const [part, lines] of Object.entries(fresh) as [Part, string[]][]) {
    const old = sources.filter(({ block }) => isPart(block, part))
    for (const each of old) each.lines = []
    const place = old[0] ?? null
    if (place) place.lines = lines
    else insertAfter(sources, part, lines)
  }
  return sources.flatMap(({ lines }) => lines)
}

function insertAfter(sources: { block: Block; lines: string[] }[], part: Part, lines: string[]): void {
  const before = FOLLOWS[part] ?? []
  const last = sources.findLastIndex(({ block }) => before.some((each) => isPart(block, each)))
  const source = lines.join('\n\n')
  const block: Block = { name: 'group', classes: [PARTS[part]], anchor: undefined, source, inner: source }
  sources.splice(last + 1, 0, { block, lines })
}
