import type { CheerioAPI } from 'cheerio/slim'
import { productOfAddress } from '#shared/format/amazon-address.ts'

export type PageNode = Parameters<CheerioAPI['contains']>[1]
export type PageElement = Extract<PageNode, { attribs: unknown }>

/** Invisible elements, and elements around the article. */
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'nav',
  'footer',
  'form',
  'select',
  'textarea',
  'button',
  'video',
  'audio',
])
/** Words on either side of these are not one word. */
const PARTS = new Set([
  'p',
  'div',
  'li',
  'br',
  'td',
  'th',
  'tr',
  'figcaption',
  'h1',
  'h2',
  'h3',
  'h4',
  'section',
])

export const isElement = (node: PageNode): node is PageElement => 'attribs' in node

export const isSilent = ({ name, attribs }: PageElement): boolean =>
  SILENT.has(name) || 'hidden' in attribs || attribs['aria-hidden'] === 'true'

export const childrenOf = (node: PageNode): readonly PageNode[] => ('children' in node ? node.children : [])

/** Text on one line, up to a maximum length. */
export function tidyText(text: string, most: number): string {
  // Truncate before normalizing.
  const whole = text
    .slice(0, most * 4)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
  if (whole.length <= most) return whole.toWellFormed()
  return `${whole.slice(0, most - 1).trimEnd()}…`.toWellFormed()
}

interface Reading {
  most: number
  /** Leaves an element out with everything in it. */
  without?: (element: PageElement) => boolean
}

/** What an element says, as plain text, read no further than needed. */
export function textOf(root: PageNode, { most, without }: Reading): string {
  const enough = most * 4
  let text = ''
  const waiting: (PageNode | string)[] = [root]
  while (waiting.length > 0 && text.length < enough) {
    const node = waiting.pop()
    if (node === undefined) break
    if (typeof node === 'string') text += node
    else if (node.type === 'text') text += node.data.slice(0, enough)
    else if (!isElement(node) || (!isSilent(node) && !without?.(node))) {
      const isPart = isElement(node) && PARTS.has(node.name)
      if (isPart) waiting.push(' ')
      waiting.push(...childrenOf(node).slice(0, enough).toReversed())
      if (isPart) waiting.push(' ')
    }
  }
  return tidyText(text, most)
}

/** An address of the web that a page may load or open; null for anything else, such as a script. */
export function webAddress(address: string | undefined, base: string): string | null {
  if (address === undefined || address.trim() === '' || address.length > 2000) return null
  const url = URL.parse(address.trim(), base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

/** The ASIN that a link leads to. The marketplace's own stories link without a host. */
export function asinInAddress(address: string | undefined): string | null {
  const absolute = webAddress(address, 'https://www.amazon.com')
  return absolute === null ? null : productOfAddress(absolute)
}

/** A number as pages write it, e.g. `1,299.00`. */
export function numberOf(text: string): number | null {
  const value = Number(text.replaceAll(',', '').replace(/\.$/, ''))
  return Number.isFinite(value) ? value : null
}

const PRICE = /[$£€]\s?(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,7}(?:\.\d{1,2})?)/g

/** The prices in a text, in order. */
export function pricesIn(text: string): number[] {
  return [...text.matchAll(PRICE)].map(([, price = '']) => numberOf(price)).filter((price) => price !== null)
}

const ZONED = /[+-]\d\d:\d\d$/

/** A time in ISO 8601; null if the page's format is ambiguous. */
export function momentOf(text: string | undefined): string | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)/.test(text.trim())) return null
  const said = text.trim()
  // A time without a zone must not depend on the server's time zone.
  const time = new Date(/\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(said) && !ZONED.test(said) ? `${said}Z` : said)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
