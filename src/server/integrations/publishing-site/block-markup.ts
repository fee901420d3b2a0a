import { GOODS_NUMBER, productOfAddress } from '#shared/format/amazon-address.ts'
import { ATTRIBUTES } from '../../markup/markup-pieces.ts'
import { escapeText, paragraphsOf, plainText } from '../../markup/plain-text.ts'
import { type Block, blocksWithin, MOST_DEPTH, parseBlocks } from './block-grammar.ts'
import { offerBlock, pictureBlock, priceBlock, readOffer } from './offer-markup.ts'
import { PARTS, type Part, type PostOffer, type PostProduct, type SitePost } from './port.ts'
import { readStructuredData, type StructuredData } from './structured-data.ts'

/** The texts of a post, as its content holds them. */
export type PostTexts = Pick<
  SitePost,
  'introText' | 'introCopy' | 'products' | 'outroCopy' | 'questions' | 'trustStatement'
>

export const paragraph = (text: string, name?: string) => {
  const html = escapeText(text).replaceAll('\n', '<br>')
  return name === undefined
    ? `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->`
    : `<!-- wp:paragraph {"className":"${name}"} -->\n<p class="${name}">${html}</p>\n<!-- /wp:paragraph -->`
}

export const heading = (text: string, level: 2 | 3) =>
  `<!-- wp:heading {"level":${level}} -->\n<h${level}>${escapeText(text)}</h${level}>\n<!-- /wp:heading -->`

export function group(part: Part, inner: readonly string[], anchor?: string): string {
  const name = PARTS[part]
  const attributes = anchor === undefined ? { className: name } : { anchor, className: name }
  const id = anchor === undefined ? '' : ` id="${anchor}"`
  return [
    `<!-- wp:group ${JSON.stringify(attributes)} -->`,
    `<div${id} class="wp-block-group ${name}">${inner.join('\n\n')}</div>`,
    '<!-- /wp:group -->',
  ].join('\n')
}

export const prose = (part: Part, text: string) => {
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

/** Kinds of a product's blocks, in order. */
export const PRODUCT_BLOCKS = ['name', 'award', 'picture', 'headline', 'summary', 'price', 'offer'] as const
export type ProductBlock = (typeof PRODUCT_BLOCKS)[number]

/** Which of them a block is, within a product; null for one that an editor has put there. */
export function productBlockOf({ name, classes }: Block, isFirstHeading: boolean): ProductBlock | null {
  if (name === 'heading' && isFirstHeading) return 'name'
  const kinds = ['award', 'picture', 'headline', 'summary', 'price', 'offer'] as const
  return kinds.find((kind) => classes.includes(`aop-${kind}`)) ?? null
}

export type WrittenProduct = Omit<PostProduct, 'offer'> & { offer?: PostOffer | null | undefined }

/** A product's blocks from the article; null for a missing part. */
export function productBlocks(
  product: Pick<WrittenProduct, 'name' | 'award' | 'summary' | 'offer'>,
): Partial<Record<ProductBlock, string | null>> {
  const { name, award, summary, offer } = product
  const named = (kind: string, text: string) => (text === '' ? null : paragraph(text, `aop-${kind}`))
  return {
    name: heading(name, 2),
    award: named('award', award),
    summary: named('summary', summary),
    ...(offer === undefined
      ? {}
      : {
          picture: offer && pictureBlock(offer, name),
          price: offer && priceBlock(offer),
          offer: offer && offerBlock(offer),
        }),
  }
}

export const productAnchor = (asin: string) => `asin-${asin.replace(/[^A-Za-z0-9]/g, '')}`

export function productGroup(product: WrittenProduct): string {
  const { headline, description, asin } = product
  const blocks = {
    ...productBlocks(product),
    headline: headline === '' ? null : paragraph(headline, 'aop-headline'),
  }
  const inner = [
    ...PRODUCT_BLOCKS.flatMap((kind) => blocks[kind] ?? []),
    ...paragraphsOf(description).map((each) => paragraph(each)),
  ]
  return group('product', inner, productAnchor(asin))
}

/** A question without an answer has an empty paragraph, which asks its editor for one. */
export const questionGroup = ({ headline, acceptedAnswer }: PostTexts['questions'][number]) => {
  const answer = paragraphsOf(acceptedAnswer)
  return group('question', [
    heading(headline, 3),
    ...(answer.length === 0 ? [''] : answer).map((each) => paragraph(each)),
  ])
}

const DISCLOSURE = 'aop-disclosure'

/** Blocks for the affiliate disclosure; none if it is empty. */
export const disclosureBlocks = (text: string): string[] => (text === '' ? [] : [paragraph(text, DISCLOSURE)])
export const isDisclosure = ({ classes }: Block) => classes.includes(DISCLOSURE)

const ELEMENT = new RegExp(String.raw`^\s*<(div|section|main|article|aside|header|footer)\b${ATTRIBUTES}>`)

/** The content of a group: the beginning of its element, the markup within, and its end. */
export function elementOf({ inner }: Pick<Block, 'inner'>): [open: string, within: string, close: string] {
  const [open = '', name] = ELEMENT.exec(inner) ?? []
  const [close = ''] = new RegExp(`</${name}>\\s*$`).exec(inner.slice(open.length)) ?? []
  return [open, inner.slice(open.length, inner.length - close.length), close]
}

/** Markup within the element of a group. */
export const innerOf = (block: Block) => elementOf(block)[1]

export const isPart = (block: Block, part: Part) => block.classes.includes(PARTS[part])
export const isAnyPart = (block: Block) => (Object.keys(PARTS) as Part[]).some((part) => isPart(block, part))
const isOwn = (block: Block) => isAnyPart(block) || isDisclosure(block)

/** The blocks of a post. An editor's block around our parts is opened, and its own blocks take its place. */
export const openedBlocks = (content: string, depth = 0): Block[] =>
  parseBlocks(content).flatMap((block) => {
    const isWrapper =
      !isOwn(block) &&
      depth < MOST_DEPTH &&
      block.inner.includes('aop-') &&
      [...blocksWithin(block.inner)].some(isOwn)
    return isWrapper ? openedBlocks(innerOf(block), depth + 1) : [block]
  })

export const textOf = (blocks: readonly Block[]) =>
  blocks
    .map(({ source }) => plainText(source))
    .filter((text) => text !== '')
    .join('\n\n')

/** The blocks of a product with what each of them is. */
export function blocksOfProduct(block: Block): { kind: ProductBlock | null; block: Block }[] {
  const inner = parseBlocks(innerOf(block))
  const title = inner.find(({ name }) => name === 'heading')
  return inner.map((each) => ({ kind: productBlockOf(each, each === title), block: each }))
}

/** The ASIN of a product: from its anchor, or from its buy link; empty if neither tells. */
export function asinOf(block: Block): string {
  const { anchor = '' } = block
  const number = anchor.replace(/^asin-/, '').toUpperCase()
  if (anchor.startsWith('asin-') || GOODS_NUMBER.test(number)) return number
  const offer = readOffer([...blocksWithin(innerOf(block))])
  return (offer && productOfAddress(offer.link)) ?? ''
}

function readProduct(block: Block): PostProduct {
  const inner = blocksOfProduct(block)
  const textIn = (wanted: ProductBlock | null) =>
    textOf(inner.filter(({ kind }) => kind === wanted).map((each) => each.block))
  const offer = readOffer(inner.map((each) => each.block))
  return {
    asin: asinOf(block),
    name: textIn('name'),
    award: textIn('award'),
    headline: textIn('headline'),
    summary: textIn('summary'),
    description: textIn(null),
    ...(offer && { offer }),
  }
}

export function readQuestion(block: Block): PostTexts['questions'][number] {
  const inner = parseBlocks(innerOf(block))
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
  // How the site earns is not what the post is about.
  const isLoose = (block: Block) => !isAnyPart(block) && !isDisclosure(block)
  return {
    before: textOf(blocks.slice(0, split).filter(isLoose)),
    after: textOf(blocks.slice(split).filter(isLoose)),
  }
}

const joined = (...texts: string[]) => texts.filter((text) => text !== '').join('\n\n')

/**
 * A post's content as plain text. Our own parts are read from their blocks or, without blocks, from the
 * post's structured data (JSON-LD). Everything else belongs to the opening or closing text.
 */
export function readContent(content: string): PostTexts & { structured: StructuredData } {
  const structured = readStructuredData(content)
  const blocks = openedBlocks(content)
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
