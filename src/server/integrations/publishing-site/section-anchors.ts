import { withAttribute } from '../../markup/markup-attributes.ts'
import { mapLinks } from '../../markup/markup-pieces.ts'
import { targetsIn } from '../../markup/page-links.ts'
import { type Block, blocksWithin } from './block-grammar.ts'
import { asinOf, elementOf, innerOf, isPart, productAnchor } from './block-markup.ts'
import { addressOfLink } from './link-markup.ts'

/** The anchor of each product's section, by ASIN; null for a section without one. */
export type SectionAnchors = ReadonlyMap<string, string | null>

/** An editor may have renamed the anchor, moved it to the heading, or removed it. */
function anchorOf(section: Block, ours: string, targets: ReadonlySet<string>): string | null {
  if (targets.has(ours)) return ours
  const heading = [...blocksWithin(innerOf(section))].find(({ name }) => name === 'heading')
  const [anchor] = [elementOf(section)[0], heading?.source ?? ''].flatMap(targetsIn)
  return anchor || null
}

export function anchorsIn(content: string): SectionAnchors {
  const targets = new Set(targetsIn(content))
  const sections = [...blocksWithin(content)].filter((block) => isPart(block, 'product'))
  return new Map(
    sections.toReversed().map((section) => {
      const asin = asinOf(section)
      return [asin, anchorOf(section, productAnchor(asin), targets)]
    }),
  )
}

/** The ASIN of a product whose section has our own anchor, by a link to it. */
export const asinOfAnchor = (address: string): string | undefined =>
  /^#asin-([A-Za-z0-9]{1,20})$/.exec(address)?.[1]?.toUpperCase()

/** Markup whose links to our own anchors lead to the anchors that the sections have now. */
export const withAnchors = (html: string, anchors: SectionAnchors): string =>
  mapLinks(html, ({ source, tag, words }) => {
    const address = addressOfLink(tag) ?? ''
    const asin = asinOfAnchor(address)
    const anchor = asin && anchors.get(asin)
    if (anchor === undefined || address === `#${anchor}`) return source
    return anchor === null ? words : withAttribute(tag, 'href', `#${anchor}`) + source.slice(tag.length)
  })
