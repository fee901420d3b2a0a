import sanitizeHtml from 'sanitize-html'

const PARAGRAPHS = ['p', 'div', 'li', 'ul', 'ol', 'blockquote', 'figcaption', 'pre', 'tr']
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** Entities that the sanitizer writes for markup characters; no other entities are left. */
const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
/** No real post is longer or has more tags. A larger one would block everything else while being parsed. */
const MOST_CHARACTERS = 1_000_000
const MOST_TAGS = 10_000

/** The beginning of external HTML, up to the limits. */
export function beginningOf(html: string, mostTags = MOST_TAGS): string {
  let end = -1
  for (let tags = 0; tags <= mostTags; tags++) {
    end = html.indexOf('<', end + 1)
    if (end === -1) return html.slice(0, MOST_CHARACTERS)
  }
  return html.slice(0, Math.min(end, MOST_CHARACTERS))
}

/**
 * Plain text of external HTML: paragraphs are separated by a blank line, scripts and styles are dropped, and
 * entities are decoded. The result is text and must be shown as text.
 */
export function plainText(html: string): string {
  const clean = sanitizeHtml(beginningOf(html), {
    allowedTags: [...PARAGRAPHS, ...HEADINGS, 'br'],
    allowedAttributes: {},
  })
  return clean
    .replace(/\s+/g, ' ')
    .replace(/<br \/>/g, '\n')
    .replace(/<\/?[a-z0-9]+>/g, '\n\n')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => SIGNS[entity] ?? entity)
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Text of an HTML fragment on one line. */
export function lineOf(html: string): string {
  const text = /[<&]/.test(html) ? plainText(html) : html
  return text.replace(/\s+/g, ' ').trim().toWellFormed()
}

/** A keyword or name from a site. It is not HTML, although many sites store `&` as `&amp;`. */
export const unescapedLine = (text: string): string => lineOf(text.replaceAll('<', '&lt;'))

/** HTML that shows exactly this text. Square brackets are escaped too, because WordPress runs shortcodes. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;')
}

/** Paragraphs, separated by blank lines; a single line break is kept. */
export function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** The sentences of a text, line by line. */
export const sentencesOf = (text: string): string[] =>
  text.split(/\n+/).flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))

/** Escapes a text for use in a regular expression. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
