/**
 * `text` is prose. `raw` is text that is no prose: of scripts, styles and code, and everything after markup that is never
 * closed. A comment may be the delimiter of a block.
 */
type PieceKind = 'text' | 'open' | 'close' | 'comment' | 'shortcode' | 'raw'

/** A piece of a post's markup. All pieces together are the markup. */
export interface Piece {
  kind: PieceKind
  /** Of an element or a shortcode, in lower case; empty for others. */
  name: string
  from: number
  text: string
}

/** Elements whose content is no markup. */
const UNREAD = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes)$/
/** Elements whose text is no prose, and the same of shortcodes. */
const HELD = /^<(?:pre|code|kbd|samp|svg|math|template|object|noscript|audio|video)$/
const HELD_BY_SHORTCODE = /^\[(?:pre|code|sourcecode|highlight|raw|html|embed|audio|video)$/
const LINES =
  /^(?:address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

const NAME = /<\/?([a-z][^\s/>]*)/iy
/** The next attribute of a tag, up to its quoted value, or the end of the tag. */
const ATTRIBUTE = /[\s/]*(?:(>)|[^\s/>][^\s/>=]*(?:\s*=\s*(?:(["'])|[^\s>"'][^\s>]*)?)?)/y
const SHORTCODE = /\[\/?([a-z][\w-]{0,60})(?![\w-])[^\][]{0,4000}\]/iy
const QUOTED_VALUE = /=\s*(?:["'“”″‘’]|&quot;|&#)/

/** End of a tag whose name ends at a position; -1 if the tag is never closed. */
function tagEnd(html: string, from: number): number {
  ATTRIBUTE.lastIndex = from
  for (let found = ATTRIBUTE.exec(html); found; found = ATTRIBUTE.exec(html)) {
    const [, end, quote] = found
    const at = ATTRIBUTE.lastIndex
    if (end !== undefined) return at
    if (quote === undefined) continue
    const close = html.indexOf(quote, at)
    if (close === -1) return -1
    ATTRIBUTE.lastIndex = close + 1
  }
  return -1
}

const COMMENT_END = /--!?>/g
function commentEnd(html: string, from: number): number {
  if (!html.startsWith('<!--', from)) return html.indexOf('>', from) + 1 || -1
  const [empty] = /^-?>/.exec(html.slice(from + 4, from + 6)) ?? []
  if (empty !== undefined) return from + 4 + empty.length
  COMMENT_END.lastIndex = from + 4
  return COMMENT_END.exec(html) === null ? -1 : COMMENT_END.lastIndex
}

const pieceAt = (html: string, from: number, to: number, kind: PieceKind, name = ''): Piece => ({
  ...{ kind, name, from },
  text: html.slice(from, to),
})

/** The tag or comment at a position; null if its `<` is text. Everything after a beginning without an end is raw. */
function markupAt(html: string, from: number): Piece | null {
  NAME.lastIndex = from
  const [head, name = ''] = NAME.exec(html) ?? []
  if (head === undefined) {
    if (!/[!?/]/.test(html.charAt(from + 1))) return null
    const end = commentEnd(html, from)
    return end === -1 ? pieceAt(html, from, html.length, 'raw') : pieceAt(html, from, end, 'comment')
  }
  const end = tagEnd(html, from + head.length)
  if (end === -1) return pieceAt(html, from, html.length, 'raw')
  return pieceAt(html, from, end, head.startsWith('</') ? 'close' : 'open', name.toLowerCase())
}

/** The shortcode at a position. Brackets around lines of text, or around text with tags, are none. */
function shortcodeAt(html: string, from: number): Piece | null {
  SHORTCODE.lastIndex = from
  const [text, name = ''] = SHORTCODE.exec(html) ?? []
  if (text === undefined || text.includes('<!--')) return null
  const isOdd = text.includes('<') || text.includes('\n')
  if (isOdd && !QUOTED_VALUE.test(text.split('<', 1)[0] ?? '')) return null
  return pieceAt(html, from, from + text.length, 'shortcode', name.toLowerCase())
}

/** Tags, comments, shortcodes and the text between them. Linear, whatever the markup is. */
function* roughPieces(html: string): Generator<Piece> {
  const BEGINNING = /[<[]/g
  let place = 0
  for (let found = BEGINNING.exec(html); found; found = BEGINNING.exec(html)) {
    const { index } = found
    const piece = found[0] === '<' ? markupAt(html, index) : shortcodeAt(html, index)
    if (piece === null) continue
    if (index > place) yield pieceAt(html, place, index, 'text')
    yield piece
    place = index + piece.text.length
    if (piece.kind === 'open' && UNREAD.test(piece.name)) {
      const close = new RegExp(`</${piece.name}(?=[\\s/>])`, 'gi')
      close.lastIndex = place
      const end = close.exec(html)?.index ?? html.length
      if (end > place) yield pieceAt(html, place, end, 'raw')
      place = end
    }
    BEGINNING.lastIndex = place
  }
  if (place < html.length) yield pieceAt(html, place, html.length, 'text')
}

/**
 * The pieces of a post's markup as browsers and WordPress read it: a tag ends after its quoted values, and a shortcode at
 * its first bracket. Every reader and writer of posts that walks over tags or text uses this.
 */
export function* piecesOf(html: string): Generator<Piece> {
  const lastEnds = new Map<string, number>()
  const isHolding = (key: string, { kind, text, from }: Piece) => {
    if (kind === 'open') return HELD.test(key) && !text.endsWith('/>')
    if (kind !== 'shortcode' || !HELD_BY_SHORTCODE.test(key)) return false
    // A shortcode may do without an end.
    const last = lastEnds.get(key) ?? html.lastIndexOf(`[/${key.slice(1)}]`)
    lastEnds.set(key, last)
    return last > from
  }
  let held = ''
  let depth = 0
  for (const piece of roughPieces(html)) {
    const { kind, name, text } = piece
    const key = `${text.charAt(0)}${name}`
    const isEnd = kind === 'close' || text.startsWith('[/')
    if (depth > 0 && key === held) depth += isEnd ? -1 : 1
    else if (depth === 0 && !isEnd && isHolding(key, piece)) {
      held = key
      depth = 1
    }
    yield depth > 0 && kind === 'text' ? { ...piece, kind: 'raw' } : piece
  }
}

/** Markup with some of its pieces rewritten. */
export const mapPieces = (html: string, write: (piece: Piece, at: number, all: Piece[]) => string): string =>
  [...piecesOf(html)].map(write).join('')

/** Whether a piece ends a line of text, and with it a sentence. */
export const endsLine = ({ kind, name, text }: Piece): boolean =>
  kind === 'comment' ? /^<!--\s*\/?wp:/.test(text) : kind !== 'shortcode' && LINES.test(name)

const DELIMITER = /^<!--\s+(\/?)wp:([a-z][a-z0-9/_-]*)\b/

/** What the delimiter of a block says; null for any other piece. */
export function delimiterOf({
  kind,
  text,
}: Piece): { block: string; role: 'open' | 'close' | 'void' } | null {
  const [, end, block] = (kind === 'comment' && DELIMITER.exec(text)) || []
  if (block === undefined) return null
  return { block, role: end ? 'close' : text.endsWith('/-->') ? 'void' : 'open' }
}

/** Whether an opening tag has no end. */
export const isVoid = ({ name }: Piece): boolean => VOID.test(name)

/** Tags that open, comments, and shortcodes that open: only there a product is named by its number. */
export const markupIn = (html: string): string[] =>
  [...piecesOf(html)].flatMap((piece) => (isMarkup(piece) ? [piece.text] : []))

export const isMarkup = ({ kind, text }: Piece): boolean =>
  kind === 'open' ||
  (kind === 'comment' && text.startsWith('<!--')) ||
  (kind === 'shortcode' && !text.startsWith('[/'))

/** A link with its opening tag and the markup in it. */
export interface LinkPiece {
  from: number
  to: number
  tag: string
  words: string
}

/** The links of a text, in order. A link that is not closed before the next one is none. */
export function linksIn(html: string): LinkPiece[] {
  const links: LinkPiece[] = []
  let open: Piece | undefined
  for (const piece of piecesOf(html)) {
    if (piece.name !== 'a' || piece.kind === 'shortcode') continue
    if (piece.kind === 'open') open = piece
    else if (open !== undefined) {
      const { from, text: tag } = open
      const words = html.slice(from + tag.length, piece.from)
      links.push({ from, to: piece.from + piece.text.length, tag, words })
      open = undefined
    }
  }
  return links
}

/** Markup with some of its links rewritten. */
export function mapLinks(html: string, write: (link: LinkPiece & { source: string }) => string): string {
  let text = ''
  let place = 0
  for (const link of linksIn(html)) {
    const source = html.slice(link.from, link.to)
    text += html.slice(place, link.from) + write({ ...link, source })
    place = link.to
  }
  return text + html.slice(place)
}

/** The attributes of a tag, for patterns of known elements: as `piecesOf` reads them, up to a bounded length. */
export const ATTRIBUTES = String.raw`(?:[^<>=]|=\s{0,9}(?:"[^"]{0,4000}"|'[^']{0,4000}')|=(?!\s{0,9}["'])){0,4000}`
