import { linkOnOther } from '#shared/features/articles/replacements/rules.ts'
import { attributesIn } from '../../markup/markup-attributes.ts'
import { mapLinks, markupIn } from '../../markup/markup-pieces.ts'
import { lineOf } from '../../markup/plain-text.ts'
import { marketplaceOf, productOf } from './link-markup.ts'
import type { ProductExchange } from './port.ts'

/** What a shortcode says of a marketplace: its country, or the end of its host. */
const PLACE_KEY = /^(?:locale|country|region|marketplace|store|tld|domain)$/
const COUNTRIES: Readonly<Record<string, readonly string[]>> = { com: ['us', 'usa'], 'co.uk': ['uk', 'gb'] }
const SHORTCODE = /(\[([a-z][a-z0-9_-]{1,40})\s[^\][\n]{0,2000}\])(?:([^[\]]{1,300})\[\/\2\])?/gi
/** A block that holds nothing else. */
const WHOLE_BLOCK = /<!-- wp:(?:(?!<!--)[^>]){0,4000}\/-->/g
/** Placeholder for a kept piece, within a sentence or for a block. No post contains this character. */
const SIGN = '\uE000'
const KEPT = new RegExp(`<!-- wp:kept ${SIGN}(\\d+)${SIGN} /-->|${SIGN}(\\d+)${SIGN}`, 'g')

export interface SetAside {
  content: string
  /** What stays, in words for people. */
  told: string[]
  /** The same with everything that was set aside at its place. */
  restored: (content: string) => string
}

/** How the marketplace on which the new product was looked up is written. */
function namesOf(marketplace: string): { host: string; known: readonly string[] } {
  const host = marketplace.replace(/^www\./, '')
  const end = host.replace(/^amazon\./, '')
  return { host, known: [host, marketplace, end, end.split('.').at(-1) ?? end, ...(COUNTRIES[end] ?? [])] }
}

/** The other marketplace named by a shortcode or block; undefined if there is none. */
const otherIn = (piece: string, known: readonly string[]) =>
  attributesIn(piece).find(
    ({ key, value }) => PLACE_KEY.test(key) && value !== '' && !known.includes(value.toLowerCase()),
  )?.value

/**
 * Sets aside links to the old product on other marketplaces. The new product was not looked up there, so they
 * stay unchanged. Undefined if the end of a passage about another marketplace cannot be determined.
 */
export function setAsideOthers(
  content: string,
  { old, marketplace }: Pick<ProductExchange, 'old' | 'marketplace'>,
): SetAside | undefined {
  if (content.includes(SIGN)) return undefined
  const { host, known } = namesOf(marketplace)
  const kept: string[] = []
  const told: string[] = []
  const keep = (piece: string, where: string, words: string) => {
    told.push(linkOnOther(where, words || 'an image'))
    return `${SIGN}${kept.push(piece) - 1}${SIGN}`
  }
  const isOld = (piece: string) => piece.toUpperCase().includes(old.asin)
  const rest = mapLinks(content, ({ source, tag, words }) => {
    const where = productOf(tag) === old.asin ? marketplaceOf(tag) : null
    return where === null || where === host ? source : keep(source, where, lineOf(words))
  })
    .replace(SHORTCODE, (piece: string, opening: string, name: string, words?: string) => {
      const where = isOld(opening) ? otherIn(opening, known) : undefined
      return where === undefined ? piece : keep(piece, where, words ? lineOf(words) : name)
    })
    .replace(WHOLE_BLOCK, (block) => {
      const where = isOld(block) ? otherIn(block, known) : undefined
      return where === undefined ? block : `<!-- wp:kept ${keep(block, where, 'a block')} /-->`
    })
  const isOther = (piece: string) =>
    piece.startsWith('<a')
      ? productOf(piece) === old.asin && marketplaceOf(piece) !== host
      : isOld(piece) && otherIn(piece, known) !== undefined
  if (markupIn(rest).some(isOther)) return undefined
  return {
    content: rest,
    told: [...new Set(told)],
    restored: (text) =>
      text.replace(KEPT, (_all, block?: string, inline?: string) => kept[Number(block ?? inline)] ?? ''),
  }
}
