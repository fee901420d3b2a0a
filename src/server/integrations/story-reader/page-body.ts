import type { CheerioAPI } from 'cheerio/slim'
import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import type { HostProfile } from './host-profiles.ts'
import { findIn } from './page-document.ts'
import {
  asinInAddress,
  childrenOf,
  isElement,
  isSilent,
  numberOf,
  type PageElement,
  type PageNode,
  pricesIn,
  textOf,
  tidyText,
} from './page-text.ts'

const MOST_PARTS = 3000
const MOST_CHARACTERS = 600_000
const PART_MAXIMUM = 4000
const LOOSE_MAXIMUM = 4000

type Part = ScannedArticle['content'][number]

/** Content below one heading, or in one list item. */
export interface Section {
  heading: string | null
  paragraphs: string[]
  images: { address: string; words: string }[]
  badges: string[]
  offerBadges: string[]
  links: { asin: string; words: string }[]
  /** Text outside paragraphs, such as prices and stock. */
  loose: string
  oldPrices: number[]
}

export interface PageBody {
  content: Part[]
  sections: Section[]
  /** The paragraphs before the first heading below the title. */
  opening: string[]
}

const newSection = (heading: string | null): Section => ({
  heading,
  paragraphs: [],
  images: [],
  badges: [],
  offerBadges: [],
  links: [],
  loose: '',
  oldPrices: [],
})

/** Headings and their types. A fourth level separates products and is not compared. */
const HEADINGS = new Map<string, Part['type'] | null>([
  ['h1', 'h1'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', null],
])

interface Marks {
  badge: ReadonlySet<PageNode>
  offerBadge: ReadonlySet<PageNode>
  price: ReadonlySet<PageNode>
  oldPrice: ReadonlySet<PageNode>
}

interface Place {
  isInParagraph: boolean
  isInBold: boolean
  isInPrice: boolean
}

/** State of the traversal. */
interface Walk {
  body: PageBody
  marks: Marks
  /** The section that following content belongs to. */
  section: Section
  /** Number of characters kept. */
  characters: number
}

/** Processes a node of an article, in document order. */
function visit(walk: Walk, node: PageNode, place: Place): void {
  if (node.type === 'text') takeLoose(walk, node.data, place)
  else if (!isElement(node)) for (const child of childrenOf(node)) visit(walk, child, place)
  else if (!isSilent(node)) visitElement(walk, node, place)
}

function visitElement(walk: Walk, element: PageElement, place: Place): void {
  if (takeMark(walk, element)) return
  if (HEADINGS.has(element.name)) takeHeading(walk, element, place)
  else if (element.name === 'li') takeItem(walk, element, place)
  else takeOther(walk, element, place)
}

function takeOther(walk: Walk, element: PageElement, place: Place): void {
  const { name } = element
  const isBold = name === 'b' || name === 'strong'
  if (name === 'p') takeParagraph(walk, element)
  if (name === 'figure') keep(walk, 'figure', figureWords(element))
  if (isBold && !place.isInBold) keep(walk, 'b', textOf(element, { most: 300 }))
  if (name === 'img') takeImage(walk, element)
  if (name === 'a') takeLink(walk, element, place)
  descend(walk, element, {
    isInParagraph: place.isInParagraph || name === 'p' || name === 'figcaption',
    isInBold: place.isInBold || isBold,
    isInPrice: place.isInPrice || walk.marks.price.has(element),
  })
}

function descend(walk: Walk, element: PageElement, place: Place): void {
  for (const child of element.children) visit(walk, child, place)
}

function keep(walk: Walk, type: Part['type'], value: string): void {
  const { content } = walk.body
  if (value === '' || content.length >= MOST_PARTS || walk.characters > MOST_CHARACTERS) return
  walk.characters += value.length
  content.push({ type, value })
}

function takeLoose(walk: Walk, text: string, { isInParagraph, isInPrice }: Place): void {
  if ((isInParagraph && !isInPrice) || walk.section.loose.length > LOOSE_MAXIMUM) return
  walk.section.loose += ` ${text.slice(0, LOOSE_MAXIMUM)}`
}

/** Reads text that only describes a product or its offer, such as a badge. */
function takeMark(walk: Walk, element: PageElement): boolean {
  const { badge, offerBadge, oldPrice } = walk.marks
  const words = () => textOf(element, { most: 100 })
  if (oldPrice.has(element)) {
    const text = words()
    walk.section.oldPrices.push(...pricesIn(text).slice(0, 1))
    return pricesIn(text).length > 0
  }
  if (!badge.has(element) && !offerBadge.has(element)) return false
  const text = words()
  // A whole card or paragraph may have a class named after what it contains.
  if (text === '' || text.length > 60 || holdsMore(element)) return false
  walk.section[offerBadge.has(element) ? 'offerBadges' : 'badges'].push(text)
  return true
}

function takeHeading(walk: Walk, element: PageElement, place: Place): void {
  const words = textOf(element, { most: 500, without: (inner) => walk.marks.badge.has(inner) })
  const type = HEADINGS.get(element.name)
  if (type) keep(walk, type, words)
  if (element.name !== 'h1') {
    walk.section = newSection(words || null)
    walk.body.sections.push(walk.section)
  }
  descend(walk, element, { ...place, isInParagraph: true, isInBold: true })
}

function takeParagraph(walk: Walk, element: PageElement): void {
  const words = textOf(element, { most: PART_MAXIMUM })
  keep(walk, 'p', words)
  if (words === '') return
  if (walk.section.paragraphs.length === 0) walk.section.paragraphs.push(words)
  const [first] = walk.body.sections
  if (walk.section === first && walk.body.opening.length < 10) walk.body.opening.push(words)
}

function takeImage(walk: Walk, { attribs }: PageElement): void {
  const address = attribs['data-src'] ?? attribs.src
  if (address !== undefined && walk.section.images.length < 3)
    walk.section.images.push({ address, words: tidyText(attribs.alt ?? '', 300) })
}

function takeLink(walk: Walk, element: PageElement, { isInParagraph }: Place): void {
  const asin = asinInAddress(element.attribs.href)
  if (asin === null || walk.section.links.length >= 50) return
  const text = textOf(element, { most: 300, without: (inner) => walk.marks.oldPrice.has(inner) })
  const words = text || tidyText(findImage(element)?.attribs.alt ?? '', 300)
  walk.section.links.push({ asin, words })
  if (isInParagraph) walk.section.loose += ` ${words}`
}

/** A list item is a section of its own if it contains more than a link. */
function takeItem(walk: Walk, element: PageElement, place: Place): void {
  const around = walk.section
  const own = newSection(null)
  walk.section = own
  descend(walk, element, place)
  // Headings inside have started sections of their own.
  walk.section = around
  const isWhole = own.paragraphs.length > 0 || own.images.length > 0 || own.badges.length > 0
  if (isWhole || own.links.length === 0 || around.heading === null) walk.body.sections.push(own)
  else {
    around.links.push(...own.links)
    around.loose = `${around.loose} ${own.loose}`.slice(0, LOOSE_MAXIMUM * 2)
    around.oldPrices.push(...own.oldPrices)
  }
}

function holdsMore(element: PageElement): boolean {
  return element.children.some(
    (child) => isElement(child) && /^(p|h[1-6]|img|figure|ul|ol|table)$/.test(child.name),
  )
}

/** Text of a figure: its caption, or the alternative text or name of its picture. */
function figureWords(figure: PageElement): string {
  const caption = textOf(figure, { most: 500 })
  if (caption !== '') return caption
  const image = findImage(figure)
  const named = image?.attribs.src?.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  return tidyText(image?.attribs.alt || named || 'Picture', 300)
}

function findImage(root: PageElement): PageElement | undefined {
  const waiting: PageNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node) && node.name === 'img') return node
    waiting.push(...childrenOf(node).slice(0, 1000).toReversed())
  }
  return undefined
}

/** The content of an article below `root`, in document order. */
export function readBody($: CheerioAPI, root: PageNode, profile: HostProfile): PageBody {
  const marked = (selector: string) => new Set<PageNode>(findIn($, selector, root))
  const section = newSection(null)
  const walk: Walk = {
    body: { content: [], sections: [section], opening: [] },
    marks: {
      badge: marked(profile.badge),
      offerBadge: marked(profile.offerBadge),
      price: marked(profile.price),
      oldPrice: marked(profile.oldPrice),
    },
    section,
    characters: 0,
  }
  visit(walk, root, { isInParagraph: false, isInBold: false, isInPrice: false })
  return walk.body
}

/** Stars and number of ratings, if a text mentions them. */
export function ratingIn(text: string): { rate: number | null; totalRatings: number | null } {
  const [, stars] = /(\d(?:\.\d)?) (?:out of|\/) ?5/.exec(text) ?? []
  const [, people] = /(\d[\d,]{0,12}) (?:global )?(?:ratings|reviews)/i.exec(text) ?? []
  return {
    rate: stars === undefined ? null : numberOf(stars),
    totalRatings: people === undefined ? null : numberOf(people),
  }
}
