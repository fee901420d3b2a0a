import type { CheerioAPI } from 'cheerio/slim'
import type { ScannedArticle } from '#shared/features/comparison/contract.ts'
import type { HostProfile } from './host-profiles.ts'
import { findIn } from './page-document.ts'
import {
  asinOf,
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

/** What stands together: below a heading, or in one item of a list. */
export interface Section {
  heading: string | null
  paragraphs: string[]
  images: { address: string; words: string }[]
  badges: string[]
  offerBadges: string[]
  links: { asin: string; words: string }[]
  /** What stands in no paragraph, such as prices and stock. */
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

const HEADINGS: Readonly<Record<string, Part['type'] | null>> = { h1: 'h1', h2: 'h2', h3: 'h3', h4: null }

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

/** Goes through an article once, in the order of the document. */
class Walk {
  readonly body: PageBody = { content: [], sections: [], opening: [] }
  private section = newSection(null)
  private characters = 0
  private readonly marks: Marks

  constructor(marks: Marks) {
    this.marks = marks
    this.body.sections.push(this.section)
  }

  visit(node: PageNode, place: Place): void {
    if (node.type === 'text') this.takeLoose(node.data, place)
    else if (!isElement(node)) for (const child of childrenOf(node)) this.visit(child, place)
    else if (!isSilent(node)) this.visitElement(node, place)
  }

  private visitElement(element: PageElement, place: Place): void {
    if (this.takeMark(element)) return
    if (element.name in HEADINGS) this.takeHeading(element, place)
    else if (element.name === 'li') this.takeItem(element, place)
    else this.takeOther(element, place)
  }

  private takeOther(element: PageElement, place: Place): void {
    const { name } = element
    const isBold = name === 'b' || name === 'strong'
    if (name === 'p') this.takeParagraph(element)
    if (name === 'figure') this.keep('figure', figureWords(element))
    if (isBold && !place.isInBold) this.keep('b', textOf(element, { most: 300 }))
    if (name === 'img') this.takeImage(element)
    if (name === 'a') this.takeLink(element, place)
    this.descend(element, {
      isInParagraph: place.isInParagraph || name === 'p' || name === 'figcaption',
      isInBold: place.isInBold || isBold,
      isInPrice: place.isInPrice || this.marks.price.has(element),
    })
  }

  private descend(element: PageElement, place: Place): void {
    for (const child of element.children) this.visit(child, place)
  }

  private keep(type: Part['type'], value: string): void {
    const { content } = this.body
    if (value === '' || content.length >= MOST_PARTS || this.characters > MOST_CHARACTERS) return
    this.characters += value.length
    content.push({ type, value })
  }

  private takeLoose(text: string, { isInParagraph, isInPrice }: Place): void {
    if ((isInParagraph && !isInPrice) || this.section.loose.length > LOOSE_MAXIMUM) return
    this.section.loose += ` ${text.slice(0, LOOSE_MAXIMUM)}`
  }

  /** Words that say something about a product or its offer, and nothing else. */
  private takeMark(element: PageElement): boolean {
    const { badge, offerBadge, oldPrice } = this.marks
    const words = () => textOf(element, { most: 100 })
    if (oldPrice.has(element)) {
      const text = words()
      this.section.oldPrices.push(...pricesIn(text).slice(0, 1))
      return pricesIn(text).length > 0
    }
    if (!badge.has(element) && !offerBadge.has(element)) return false
    const text = words()
    // A card or a paragraph may be named after what it holds.
    if (text === '' || text.length > 60 || holdsMore(element)) return false
    this.section[offerBadge.has(element) ? 'offerBadges' : 'badges'].push(text)
    return true
  }

  private takeHeading(element: PageElement, place: Place): void {
    const words = textOf(element, { most: 500, without: (inner) => this.marks.badge.has(inner) })
    const type = HEADINGS[element.name]
    if (type) this.keep(type, words)
    if (element.name !== 'h1') {
      this.section = newSection(words || null)
      this.body.sections.push(this.section)
    }
    this.descend(element, { ...place, isInParagraph: true, isInBold: true })
  }

  private takeParagraph(element: PageElement): void {
    const words = textOf(element, { most: PART_MAXIMUM })
    this.keep('p', words)
    if (words === '') return
    if (this.section.paragraphs.length === 0) this.section.paragraphs.push(words)
    const [first] = this.body.sections
    if (this.section === first && this.body.opening.length < 10) this.body.opening.push(words)
  }

  private takeImage({ attribs }: PageElement): void {
    const address = attribs['data-src'] ?? attribs.src
    if (address !== undefined && this.section.images.length < 3)
      this.section.images.push({ address, words: tidyText(attribs.alt ?? '', 300) })
  }

  private takeLink(element: PageElement, { isInParagraph }: Place): void {
    const asin = asinOf(element.attribs.href)
    if (asin === null || this.section.links.length >= 50) return
    const text = textOf(element, { most: 300, without: (inner) => this.marks.oldPrice.has(inner) })
    const words = text || tidyText(findImage(element)?.attribs.alt ?? '', 300)
    this.section.links.push({ asin, words })
    if (isInParagraph) this.section.loose += ` ${words}`
  }

  /** An item is a section of its own where it says more than a link. */
  private takeItem(element: PageElement, place: Place): void {
    const around = this.section
    const own = newSection(null)
    this.section = own
    this.descend(element, place)
    // Headings inside have begun sections of their own.
    this.section = around
    const isWhole = own.paragraphs.length > 0 || own.images.length > 0 || own.badges.length > 0
    if (isWhole || own.links.length === 0 || around.heading === null) this.body.sections.push(own)
    else {
      around.links.push(...own.links)
      around.loose = `${around.loose} ${own.loose}`.slice(0, LOOSE_MAXIMUM * 2)
      around.oldPrices.push(...own.oldPrices)
    }
  }
}

function holdsMore(element: PageElement): boolean {
  return element.children.some(
    (child) => isElement(child) && /^(p|h[1-6]|img|figure|ul|ol|table)$/.test(child.name),
  )
}

/** What a figure shows: its caption, what stands for its picture, or the picture's name. */
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

/** Everything that an article says below `root`, in the order of the document. */
export function readBody($: CheerioAPI, root: PageNode, profile: HostProfile): PageBody {
  const marked = (selector: string) => new Set<PageNode>(findIn($, selector, root))
  const walk = new Walk({
    badge: marked(profile.badge),
    offerBadge: marked(profile.offerBadge),
    price: marked(profile.price),
    oldPrice: marked(profile.oldPrice),
  })
  walk.visit(root, { isInParagraph: false, isInBold: false, isInPrice: false })
  return walk.body
}

/** Stars and how many people gave them, where a text says so. */
export function ratingIn(text: string): { rate: number | null; totalRatings: number | null } {
  const [, stars] = /(\d(?:\.\d)?) (?:out of|\/) ?5/.exec(text) ?? []
  const [, people] = /(\d[\d,]{0,12}) (?:global )?(?:ratings|reviews)/i.exec(text) ?? []
  return {
    rate: stars === undefined ? null : numberOf(stars),
    totalRatings: people === undefined ? null : numberOf(people),
  }
}
