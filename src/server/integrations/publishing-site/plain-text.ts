import sanitizeHtml from 'sanitize-html'

const PARAGRAPHS = ['p', 'div', 'li', 'ul', 'ol', 'blockquote', 'figcaption', 'pre', 'tr']
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** What the sanitiser writes in the place of signs that markup is made of; nothing else is left as an entity. */
const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
/** No post is longer; a larger one would hold up everybody else while it is read. */
const MOST_CHARACTERS = 1_000_000

/**
 * What a piece of somebody else's HTML says, as plain text: paragraphs are parted by a blank line, scripts and styles
 * say nothing, and entities are the signs that they stand for. The answer is text, to be shown as text.
 */
export function plainText(html: string): string {
  const clean = sanitizeHtml(html.slice(0, MOST_CHARACTERS), {
    allowedTags: [...PARAGRAPHS, ...HEADINGS, 'br'],
    allowedAttributes: {},
  })
  return clean
    .replace(/\s+/g, ' ')
    .replace(/<br \/>/g, '\n')
    .replace(/<\/?[a-z0-9]+>/g, '\n\n')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => SIGNS[entity] ?? entity)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

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
