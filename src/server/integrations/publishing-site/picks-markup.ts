import { GONE, withoutEmptied } from '../../markup/emptied-markup.ts'
import { withAttribute } from '../../markup/markup-attributes.ts'
import { ATTRIBUTES, linksIn } from '../../markup/markup-pieces.ts'
import { escapeText, plainText, sentencesOf } from '../../markup/plain-text.ts'
import { type Block, blocksWithin, LONGEST_PARSED, parseBlocks } from './block-grammar.ts'
import { asinOf, innerOf, isPart, productBlockOf, textOf } from './block-markup.ts'
import { costIn, exchangedText, NO_PRICE } from './cell-text.ts'
import { addressOfLink } from './link-markup.ts'
import { OWN_TABLE, REL, readOffer } from './offer-markup.ts'
import { PARTS } from './port.ts'
import { PRICE, SOLD_OUT } from './price-text.ts'
import { anchorsIn, asinOfAnchor, type SectionAnchors, withAnchors } from './section-anchors.ts'

const TABLE = 'aop-table'
const TITLE = 'Our picks at a glance'
const PRICE_TITLE = 'Price'
const COLUMNS = ['Product', 'Why', PRICE_TITLE, 'Shop']
/** A longer sentence does not fit into a cell. */
const LONGEST_WHY = 90
/** A table of one product compares nothing. */
const FEWEST = 2
const MOST_ROWS = 100

/** A product as its blocks show it. */
interface Pick {
  asin: string
  /** Of its section; null if an editor has removed it. */
  anchor: string | null
  name: string
  award: string
  why: string
  imageUrl: string | null
  link: string
  cost: string
  /** When the price was read, as written in the post; null without a price. */
  asOf: string | null
}

/** The first of these texts that fits: a whole text, or its first sentence. */
function whyOf(texts: readonly string[]): string {
  const sentences = texts.map((text) => sentencesOf(text)[0] ?? '')
  const fitting = sentences.find((each) => each !== '' && each.length <= LONGEST_WHY)
  return fitting?.replace(/\.$/, '') ?? ''
}

/** Null for a product without a name, an ASIN or a buy link. */
function readPick(block: Block, anchors: SectionAnchors): Pick | null {
  const blocks = [...blocksWithin(innerOf(block))]
  const title = blocks.find(({ name }) => name === 'heading')
  const textIn = (kind: string) =>
    textOf(blocks.filter((each) => productBlockOf(each, each === title) === kind))
  const offer = readOffer(blocks)
  const [asin, name, cost] = [asinOf(block), textIn('name'), textIn('price')]
  if (!offer || asin === '' || name === '') return null
  const facts = blocks.filter(({ classes }) => classes.includes('aop-facts'))
  const [fact = ''] = facts.flatMap((list) => textOf([list]).split('\n'))
  return {
    asin,
    anchor: anchors.get(asin) ?? null,
    name,
    award: textIn('award'),
    why: whyOf([fact, textIn('headline'), textIn('summary')]),
    imageUrl: offer.imageUrl,
    link: offer.link,
    cost: offer.price ?? (cost === SOLD_OUT ? SOLD_OUT : NO_PRICE),
    asOf: offer.price === null ? null : (/ as of (.+? UTC\b|.+)/.exec(cost)?.[1] ?? null),
  }
}

/** The products of a post that readers can buy, in its order. */
function picksIn(content: string): Pick[] {
  if (!content.includes(PARTS.product)) return []
  const products = [...blocksWithin(content)].filter((block) => isPart(block, 'product'))
  const anchors = anchorsIn(content)
  const picks = products.slice(0, MOST_ROWS).flatMap((block) => readPick(block, anchors) ?? [])
  // An editor may have written a second section about a product.
  return picks.filter(({ asin }, at) => picks.findIndex((pick) => pick.asin === asin) === at)
}

/** WordPress stores this form unchanged for every account. */
const pictureOf = ({ imageUrl }: Pick) =>
  imageUrl === null ? '' : `<img src="${escapeText(imageUrl)}" alt="" width="52" height="52" />`

function cellsOf(pick: Pick): string[] {
  const { anchor, name, award, why, cost, link } = pick
  const label = escapeText(`View ${name} on Amazon`)
  const title =
    anchor === null ? escapeText(name) : `<a href="#${escapeText(anchor)}">${escapeText(name)}</a>`
  return [
    `${pictureOf(pick)}${title}${award === '' ? '' : `<br><em>${escapeText(award)}</em>`}`,
    escapeText(why),
    escapeText(cost),
    `<a href="${escapeText(link)}" rel="${REL}" aria-label="${label}">View</a>`,
  ]
}

/** A row. `order` lists the columns by their places in `COLUMNS`. */
function rowOf(pick: Pick, order: readonly number[] = COLUMNS.map((_, place) => place)): string {
  const cells = cellsOf(pick)
  return `<tr>${order.map((place) => `<td>${cells[place]}</td>`).join('')}</tr>`
}

/** The age of the oldest price; empty if there is none. */
function captionOf(picks: readonly Pick[]): string {
  const times = picks.flatMap(({ asOf }) => asOf ?? [])
  const [oldest] = times.toSorted((one, other) => Date.parse(one) - Date.parse(other))
  return oldest === undefined ? '' : `Amazon prices as of ${oldest}`
}

const captionHtml = (words: string) =>
  words === '' ? '' : `<figcaption class="wp-element-caption">${escapeText(words)}</figcaption>`

/** The table of the products in a content; null with fewer than two that can be bought. */
export function picksGroup(content: string): string | null {
  const picks = picksIn(content)
  if (picks.length < FEWEST) return null
  const head = COLUMNS.map((title) => `<th>${title}</th>`).join('')
  const table = `<table><thead><tr>${head}</tr></thead><tbody>${picks.map((pick) => rowOf(pick)).join('')}</tbody></table>`
  return [
    `<!-- wp:group {"anchor":"picks","className":"${PARTS.picks}"} -->`,
    `<div id="picks" class="wp-block-group ${PARTS.picks}"><!-- wp:heading {"level":2} -->\n<h2>${TITLE}</h2>\n<!-- /wp:heading -->`,
    '',
    // The default of the fixed layout differs between versions of WordPress.
    `<!-- wp:table {"hasFixedLayout":false,"className":"${TABLE}"} -->`,
    `<figure class="wp-block-table ${TABLE}">${table}${captionHtml(captionOf(picks))}</figure>`,
    '<!-- /wp:table --></div>',
    '<!-- /wp:group -->',
  ].join('\n')
}

/** Sites store the same markup with other blanks. */
const tidy = (html: string) => html.replace(/\s?\/?>/g, '>').trim()

const CELL = new RegExp(String.raw`(<td\b${ATTRIBUTES}>)((?:(?!</?t[dr]\b)[\s\S]){0,5000})(</td>)`, 'g')
const CELL_OR_ROW = new RegExp(`<tr\\b|${CELL.source}`, 'g')

/** Rewrites the cells of rows; `at` is the place of a cell in its row. */
function eachCell(html: string, write: (inner: string, at: number) => string): string {
  let at = -1
  return html.replace(CELL_OR_ROW, (all: string, open?: string, inner = '', close = '') => {
    at = open === undefined ? -1 : at + 1
    return open === undefined ? all : [open, write(inner, at), close].join('')
  })
}

const HEAD = new RegExp(String.raw`<th\b${ATTRIBUTES}>((?:(?!</?t[dhr]\b)[\s\S]){0,2000})</th>`, 'g')
const ROW = new RegExp(String.raw`<tr\b${ATTRIBUTES}>(?:(?!</?tr\b)[\s\S]){0,20000}</tr>`, 'g')
const BODY = new RegExp(String.raw`<tbody\b${ATTRIBUTES}>`)
const IMAGE = new RegExp(String.raw`<img\b${ATTRIBUTES}>`)

/** An edited cell of a product with its current picture. */
function withPicture(cell: string, was: Pick, is: Pick): string {
  if (was.imageUrl === null || was.imageUrl === is.imageUrl) return cell
  const [image] = IMAGE.exec(cell) ?? []
  const old = escapeText(was.imageUrl)
  if (!image?.includes(`"${old}"`)) return cell
  const { imageUrl } = is
  return imageUrl === null
    ? withoutEmptied(cell.replace(image, GONE))
    : cell.replace(image, () => withAttribute(image, 'src', imageUrl))
}

/** The column of a cell with its usual text, wherever an editor has moved it; -1 for any other text. */
function columnOf(cell: string, at: number, usual: readonly string[]): number {
  const text = tidy(cell)
  if (usual[at] === text) return at
  // An empty cell says nothing about its column.
  return text === '' ? -1 : usual.indexOf(text)
}

/** The columns of a table: from a row that no editor has rewritten, or from the heads; null if neither tells. */
function orderOf(table: string, rows: readonly Row[], picks: ReadonlyMap<string, Pick>): number[] | null {
  const inCells = rows.map(({ asin, html }) => {
    const pick = picks.get(asin ?? '')
    if (pick === undefined) return [-1]
    const usual = cellsOf(pick).map(tidy)
    return [...html.matchAll(CELL)].map(([, , cell = ''], at) => columnOf(cell, at, usual))
  })
  const heads = [...table.matchAll(HEAD)].map(([, title = '']) => COLUMNS.indexOf(plainText(title)))
  const isKnown = (order: readonly number[]) => order.length > 0 && !order.includes(-1)
  return [...inCells, heads].find(isKnown) ?? null
}

/** The column of prices, by the heads or by an untouched price; -1 if neither tells. */
function priceColumnOf(table: string, rows: readonly Row[], picks: ReadonlyMap<string, Pick>): number {
  const titles = [...table.matchAll(HEAD)].map(([, title = '']) => plainText(title))
  const byHead = titles.indexOf(PRICE_TITLE)
  if (byHead !== -1) return byHead
  const places = rows.map(({ asin, html }) => {
    const cost = picks.get(asin ?? '')?.cost
    return [...html.matchAll(CELL)].findIndex(
      ([, , cell = '']) => cost !== undefined && plainText(cell) === cost,
    )
  })
  return places.find((place) => place !== -1) ?? -1
}

/** A row with what its product shows now. A cell that an editor has rewritten stays, except for its price. */
function refreshedRow(
  row: string,
  { was, is, priceColumn }: { was: Pick; is: Pick; priceColumn: number },
): string {
  const [old, fresh] = [cellsOf(was).map(tidy), cellsOf(is)]
  return eachCell(row, (inner, at) => {
    const next = fresh[columnOf(inner, at, old)]
    if (next !== undefined) return next
    const cost = costIn(inner, { before: was.cost, isOfPrices: at === priceColumn })
    return cost === null ? withPicture(inner, was, is) : exchangedText(inner, cost, is.cost)
  })
}

/** Removes the prices from rows whose products are unknown. If the column is unknown too, a sum alone is a price. */
const withoutPrice = (rows: string, priceColumn: number) =>
  eachCell(rows, (inner, at) => {
    const isAlone = PRICE.exec(plainText(inner))?.[0] === plainText(inner)
    const cost = costIn(inner, { isOfPrices: priceColumn === -1 ? isAlone : at === priceColumn })
    return cost === null ? inner : exchangedText(inner, cost, NO_PRICE)
  })

/** The product of a row: by its link within the post, or else by exactly our link to the shop. */
function asinOfRow(row: string, picks: readonly Pick[]): string | null {
  for (const { tag } of linksIn(row)) {
    const address = addressOfLink(tag) ?? ''
    const asin =
      asinOfAnchor(address) ?? picks.find(({ anchor }) => anchor !== null && address === `#${anchor}`)?.asin
    if (asin !== undefined) return asin
  }
  return picks.find(({ link }) => row.includes(` href="${escapeText(link)}"`))?.asin ?? null
}

interface Row {
  asin: string | null
  html: string
}

function refreshedRows(
  table: string,
  rows: readonly Row[],
  was: readonly Pick[],
  is: readonly Pick[],
): string[] {
  const before = new Map(was.map((pick) => [pick.asin, pick]))
  const now = new Map(is.map((pick) => [pick.asin, pick]))
  const priceColumn = priceColumnOf(table, rows, before)
  const kept = rows.flatMap(({ asin, html }): Row[] => {
    if (asin === null) return [{ asin, html }]
    const pick = now.get(asin)
    if (pick)
      return [{ asin, html: refreshedRow(html, { was: before.get(asin) ?? pick, is: pick, priceColumn }) }]
    return before.has(asin) ? [] : [{ asin, html: withoutPrice(html, priceColumn) }]
  })
  const shown = new Set(rows.map(({ asin }) => asin))
  const isMoved = (list: readonly Row[], order: readonly Pick[]) =>
    list.map(({ asin }) => asin).join() !==
    order.flatMap(({ asin }) => (list.some((row) => row.asin === asin) ? [asin] : [])).join()
  // An editor's own order stays.
  if (!isMoved(rows, was)) kept.sort((one, other) => placeOf(is, one.asin) - placeOf(is, other.asin))
  const order = orderOf(table, rows, before)
  is.forEach((pick, at) => {
    if (order === null) return
    // A product that was in the post and not in the table has been removed from it by an editor.
    if (shown.has(pick.asin) || before.has(pick.asin)) return
    const ahead = is.slice(0, at).map(({ asin }) => asin)
    const last = kept.findLastIndex(({ asin }) => asin !== null && ahead.includes(asin))
    kept.splice(last + 1, 0, { asin: pick.asin, html: rowOf(pick, order) })
  })
  return kept.map(({ html }) => html)
}

const placeOf = (picks: readonly Pick[], asin: string | null) => {
  const at = picks.findIndex((pick) => pick.asin === asin)
  return at === -1 ? picks.length : at
}

const CAPTION = new RegExp(
  String.raw`<figcaption\b${ATTRIBUTES}>((?:(?!</?figcaption\b)[\s\S]){0,2000})</figcaption>`,
)

const OWN_CAPTION = /^\s*(?:Amazon p|P)rices as of (?:[^<>]{1,40}? UTC\b|[^<>]*)/

function refreshedCaption(table: string, was: readonly Pick[], is: readonly Pick[]): string {
  const [caption, words = ''] = CAPTION.exec(table) ?? []
  const fresh = captionHtml(captionOf(is))
  if (caption !== undefined) {
    const rest = words.replace(OWN_CAPTION, '')
    if (rest === words) return table
    if (plainText(rest) === '') return table.replace(caption, () => fresh)
    const refreshed = caption.replace(words, () => escapeText(captionOf(is)) + rest)
    return table.replace(caption, () => refreshed)
  }
  // A table that showed the age of its prices before has lost its caption to an editor.
  return captionOf(was) === '' ? table.replace('</figure>', () => `${fresh}</figure>`) : table
}

/** A table that is not understood, without its prices. */
const withoutCosts = (table: string) => withoutPrice(table, priceColumnOf(table, [], new Map()))

/** Where the links of a row lead now, as long as its product can still be told. */
function readRow(html: string, picks: readonly Pick[], anchors: SectionAnchors): Row {
  const asin = asinOfRow(html, picks)
  const followed = withAnchors(html, anchors)
  return { asin, html: asinOfRow(followed, picks) === asin ? followed : html }
}

interface Picks {
  was: readonly Pick[]
  is: readonly Pick[]
  anchors: SectionAnchors
}

function refreshedTable(table: string, { was, is, anchors }: Picks): string {
  const head = BODY.exec(table)
  const [open, end] = [head === null ? 0 : head.index + head[0].length, table.indexOf('</tbody>')]
  if (head === null || end < open) return withoutCosts(table)
  const body = table.slice(open, end)
  const rows = (body.match(ROW) ?? []).map((html) => readRow(html, [...was, ...is], anchors))
  const gaps = body.replace(ROW, '').trim()
  // Anything else between the rows is not understood.
  if (gaps !== '') return withoutCosts(table)
  const refreshed = refreshedRows(table, rows, was, is).join('')
  const foot = withoutPrice(table.slice(end), priceColumnOf(table, [], new Map()))
  return refreshedCaption(table.slice(0, open) + refreshed + foot, was, is)
}

/** Removes the blocks of the tables, with their headings. */
function withoutGroups(content: string): string {
  const groups = [...blocksWithin(content)].filter((block) => isPart(block, 'picks'))
  return groups.reduce(
    (text, { source }) => text.replace(text.includes(`${source}\n\n`) ? `${source}\n\n` : source, ''),
    content,
  )
}

/** Puts the table above the first product. */
function withGroup(content: string): string {
  const group = picksGroup(content)
  const first = parseBlocks(content).find(({ source }) => source.includes(PARTS.product))
  if (group === null || first === undefined) return content
  return content.replace(first.source, () => `${group}\n\n${first.source}`)
}

/** The tables of a post that is too long to be read, without their prices. */
const withoutTablePrices = (content: string): string =>
  content.replace(OWN_TABLE, (table) =>
    withoutCosts(table).replace(CAPTION, (caption, words: string) =>
      OWN_CAPTION.test(words) ? '' : caption,
    ),
  )

/**
 * A changed content with tables that agree with its products. `before` is the content before the change; it
 * shows which cells an editor has rewritten. A table that an editor has removed does not come back.
 */
export function withPicks(content: string, before: string): string {
  if (content.length > LONGEST_PARSED) return withoutTablePrices(content)
  const hasTable = content.search(OWN_TABLE) !== -1
  if (!hasTable && content.includes(PARTS.picks)) return content
  const [was, is] = [picksIn(before), picksIn(content)]
  if (!hasTable) return was.length >= FEWEST || is.length < FEWEST ? content : withGroup(content)
  const one = is.length < FEWEST && was.length >= FEWEST ? withoutGroups(content) : content
  const anchors = anchorsIn(one)
  return one.replace(OWN_TABLE, (table) => refreshedTable(table, { was, is, anchors }))
}

/** A content without the cells of its tables that repeat its products; what an editor has written there stays. */
export function withoutOwnCells(content: string): string {
  const usual = new Set(picksIn(content).flatMap(cellsOf).map(tidy))
  const anchors = anchorsIn(content)
  return content.replace(OWN_TABLE, (table) =>
    withAnchors(table, anchors)
      .replace(CELL, (cell: string, _open: string, inner: string) =>
        usual.has(tidy(inner)) ? '' : `${cell}\n`,
      )
      .replace(CAPTION, ''),
  )
}
