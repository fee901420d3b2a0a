import sanitizeHtml from 'sanitize-html'

const PARAGRAPHS = ['p', 'div', 'li', 'ul', 'ol', 'blockquote', 'figcaption', 'pre', 'tr']
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** What the sanitiser writes in the place of signs that markup is made of; nothing else is left as an entity. */
const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
/** No post is longer or has more tags; a larger one would hold up everybody else while it is read. */
const MOST_CHARACTERS = 1_000_000
const MOST_TAGS = 10_000

/** The beginning of foreign HTML, cut off after a number of tags: parsing time grows with them. */
export function beginningOf(html: string, mostTags = MOST_TAGS): string {
  let end = -1
  for (let tags = 0; tags <= mostTags; tags++) {
    end = html.indexOf('<', end + 1)
    if (end === -1) return html.slice(0, MOST_CHARACTERS)
  }
  return html.slice(0, Math.min(end, MOST_CHARACTERS))
}

/**
 * What a piece of somebody else's HTML says, as plain text: paragraphs are parted by a blank line, scripts and styles
 * say nothing, and entities are the signs that they stand for. The answer is text, to be shown as text.
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

/** What a piece of HTML says, on one line. */
export function lineOf(html: string): string {
  const text = /[<&]/.test(html) ? plainText(html) : html
  return text.replace(/\s+/g, ' ').trim().toWellFormed()
}

/** What a site means by a keyword or a name that is no HTML, although many sites store `&` as `&amp;` there. */
export const unescapedLine = (text: string): string => lineOf(text.replaceAll('<', '&lt;'))

/** Text as HTML that shows exactly it. Brackets are written as entities because a site runs what stands in them. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;')
}

/** Paragraphs, which blank lines part; a single line break stays one. */
export function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
