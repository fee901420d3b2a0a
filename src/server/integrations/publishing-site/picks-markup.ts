import { escapeText, plainText } from '../../plain-text.ts'
import { type Block, blocksWithin, parseBlocks } from './block-grammar.ts'
import { asinOfProduct, innerOf, isPart, productAnchor, productBlockOf, textOf } from './block-markup.ts'
import { OWN_TABLE, REL, readOffer, SOLD_OUT } from './offer-markup.ts'
import { PARTS } from './port.ts'
import { PRICE } from './price-text.ts'

const TABLE = 'aop-table'
const TITLE = 'Our picks at a glance'
const COLUMNS = ['Product', 'Why', 'Price', 'Shop']
/** Stands in place of a price that is unknown. */
const NO_PRICE = 'See Amazon'
/** A longer sentence does not fit into a cell. */
const LONGEST_WHY = 90
/** A table of one product compares nothing. */
const FEWEST = 2
const MOST_ROWS = 100

/** A product as its blocks show it. */
interface Pick {
  asin: string
  name: string
  award: string
  why: string
  imageUrl: string | null
  link: string
  cost: string
  /** When the price was read, as written in the post; null without a price. */
  asOf: string | null
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The first of these texts that fits: a whole text, or its first sentence. */
function whyOf(texts: readonly string[]): string {
  const sentences = texts.map((text) => [...segmenter.segment(text)][0]?.segment.trim() ?? '')
  const fitting = sentences.find((each) => each !== '' && each.length <= LONGEST_WHY)
  return fitting?.replace(/\.$/, '') ?? ''
}

/** Null for a product without a name, an ASIN or a buy link. */
function readPick(block: Block): Pick | null {
  const blocks = [...blocksWithin(innerOf(block))]
  const title = blocks.find(({ name }) => name === 'heading')
  const textIn = (kind: string) =>
    textOf(blocks.filter((each) => productBlockOf(each, each === title) === kind))
  const offer = readOffer(blocks)
  const [asin, name, cost] = [asinOfProduct(block, offer?.link ?? null), textIn('name'), textIn('price')]
  if (!offer || asin === '' || name === '') return null
  const facts = blocks.filter(({ classes }) => classes.includes('aop-facts'))
  const [fact = ''] = facts.flatMap((list) => textOf([list]).split('\n'))
  return {
    asin,
    name,
    award: textIn('award'),
    why: whyOf([fact, textIn('headline'), textIn('summary')]),
    imageUrl: offer.imageUrl,
    link: offer.link,
    cost: offer.price ?? (cost === SOLD_OUT ? SOLD_OUT : NO_PRICE),
    asOf: offer.price === null ? null : (/ as of (.+)$/.exec(cost)?.[1] ?? null),
  }
}

/** The products of a post that readers can buy, in its order. */
function picksIn(content: string): Pick[] {
  if (!content.includes(PARTS.product)) return []
  const products = [...blocksWithin(content)].filter((block) => isPart(block, 'product'))
  return products.flatMap((block) => readPick(block) ?? []).slice(0, MOST_ROWS)
}

/** WordPress stores this form unchanged for every account. */
const pictureOf = ({ imageUrl }: Pick) =>
  imageUrl === null ? '' : `<img src="${escapeText(imageUrl)}" alt="" width="52" height="52" />`

function cellsOf(pick: Pick): string[] {
  const { asin, name, award, why, cost, link } = pick
  const label = escapeText(`View ${name} on Amazon`)
  return [
    `${pictureOf(pick)}<a href="#${productAnchor(asin)}">${escapeText(name)}</a>${award === '' ? '' : `<br><em>${escapeText(award)}</em>`}`,
    escapeText(why),
    escapeText(cost),
    `<a href="${escapeText(link)}" rel="${REL}" aria-label="${label}">View</a>`,
  ]
}

const rowOf = (pick: Pick) =>
  `<tr>${cellsOf(pick)
    .map((cell) => `<td>${cell}</td>`)
    .join('')}</tr>`

/** The age of the oldest price; empty if there is none. */
function captionOf(picks: readonly Pick[]): string {
  const times = picks.flatMap(({ asOf }) => asOf ?? [])
  const [oldest] = times.toSorted((one, other) => Date.parse(one) - Date.parse(other))
  return oldest === undefined ? '' : `Prices as of ${oldest}`
}

const captionHtml = (words: string) =>
  words === '' ? '' : `<figcaption class="wp-element-caption">${escapeText(words)}</figcaption>`

/** The table of the products in a content; null with fewer than two that can be bought. */
export function picksGroup(content: string): string | null {
  const picks = picksIn(content)
  if (picks.length < FEWEST) return null
  const head = COLUMNS.map((title) => `<th>${title}</th>`).join('')
  const table = `<table><thead><tr>${head}</tr></thead><tbody>${picks.map(rowOf).join('')}</tbody></table>`
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
const tidy = (html: string) => html.replace(/\s*\/?>/g, '>').trim()

const isCost = (html: string) => {
  const words = plainText(html)
  return words === NO_PRICE || words === SOLD_OUT || PRICE.exec(words)?.[0] === words
}

const CELL = /(<td\b[^<>]{0,500}>)((?:(?!<\/?t[dr]\b)[\s\S]){0,5000})(<\/td>)/g
const ROW = /<tr\b[^<>]{0,500}>(?:(?!<\/?tr\b)[\s\S]){0,20000}<\/tr>/g
const IMAGE = /<img\b[^<>]{0,4000}>/

/** An edited cell of a product with its current picture. */
function withPicture(cell: string, was: Pick, is: Pick): string {
  if (was.imageUrl === null || was.imageUrl === is.imageUrl) return cell
  const [image] = IMAGE.exec(cell) ?? []
  const old = escapeText(was.imageUrl)
  if (!image?.includes(`"${old}"`)) return cell
  const { imageUrl } = is
  return cell.replace(image, () =>
    imageUrl === null ? '' : image.replace(`"${old}"`, () => `"${escapeText(imageUrl)}"`),
  )
}

/** A row with what its product shows now. A cell that an editor has rewritten stays, except for its price. */
function renewedRow(row: string, was: Pick, is: Pick): string {
  const [old, fresh] = [cellsOf(was).map(tidy), cellsOf(is)]
  let place = -1
  return row.replace(CELL, (_all, open: string, inner: string, close: string) => {
    place += 1
    const text = tidy(inner)
    // Columns can be moved. An empty cell says nothing about its column.
    const same = text === '' || old[place] === text ? place : old.indexOf(text)
    const next = old[same] === text ? fresh[same] : undefined
    if (next !== undefined) return [open, next, close].join('')
    return [open, isCost(inner) ? escapeText(is.cost) : withPicture(inner, was, is), close].join('')
  })
}

/** Removes prices from a row whose product is unknown. */
const withoutPrice = (row: string) =>
  row.replace(CELL, (cell: string, open: string, inner: string, close: string) =>
    isCost(inner) ? [open, NO_PRICE, close].join('') : cell,
  )

/** The product of a row: where it leads to in the post. */
const asinOfRow = (row: string): string | null =>
  /\shref="#asin-([A-Za-z0-9]{1,20})"/.exec(row)?.[1]?.toUpperCase() ?? null

interface Row {
  asin: string | null
  html: string
}

function renewedRows(rows: readonly Row[], was: readonly Pick[], is: readonly Pick[]): string[] {
  const before = new Map(was.map((pick) => [pick.asin, pick]))
  const now = new Map(is.map((pick) => [pick.asin, pick]))
  const kept = rows.flatMap(({ asin, html }): Row[] => {
    if (asin === null) return [{ asin, html }]
    const pick = now.get(asin)
    if (pick) return [{ asin, html: renewedRow(html, before.get(asin) ?? pick, pick) }]
    return before.has(asin) ? [] : [{ asin, html: withoutPrice(html) }]
  })
  const shown = new Set(rows.map(({ asin }) => asin))
  const isMoved = (list: readonly Row[], order: readonly Pick[]) =>
    list.map(({ asin }) => asin).join() !==
    order.flatMap(({ asin }) => (list.some((row) => row.asin === asin) ? [asin] : [])).join()
  // An editor's own order stays.
  if (!isMoved(rows, was)) kept.sort((one, other) => placeOf(is, one.asin) - placeOf(is, other.asin))
  is.forEach((pick, at) => {
    // A product that was in the post and not in the table has been removed from it by an editor.
    if (shown.has(pick.asin) || before.has(pick.asin)) return
    const ahead = is.slice(0, at).map(({ asin }) => asin)
    const last = kept.findLastIndex(({ asin }) => asin !== null && ahead.includes(asin))
    kept.splice(last + 1, 0, { asin: pick.asin, html: rowOf(pick) })
  })
  return kept.map(({ html }) => html)
}

const placeOf = (picks: readonly Pick[], asin: string | null) => {
  const at = picks.findIndex((pick) => pick.asin === asin)
  return at === -1 ? picks.length : at
}

const CAPTION = /<figcaption\b[^<>]{0,500}>((?:(?!<\/?figcaption\b)[\s\S]){0,2000})<\/figcaption>/

function renewedCaption(table: string, was: readonly Pick[], is: readonly Pick[]): string {
  const [caption, words = ''] = CAPTION.exec(table) ?? []
  const fresh = captionHtml(captionOf(is))
  if (caption !== undefined)
    return /^\s*Prices as of /.test(words) ? table.replace(caption, () => fresh) : table
  // A table that showed the age of its prices before has lost its caption to an editor.
  return captionOf(was) === '' ? table.replace('</figure>', () => `${fresh}</figure>`) : table
}

function renewedTable(table: string, was: readonly Pick[], is: readonly Pick[]): string {
  const [start, end] = [table.indexOf('<tbody'), table.indexOf('</tbody>')]
  const open = table.indexOf('>', start) + 1
  if (start === -1 || end < open) return table
  const body = table.slice(open, end)
  const rows = (body.match(ROW) ?? []).map((html) => ({ asin: asinOfRow(html), html }))
  const gaps = body.replace(ROW, '').trim()
  // Anything else between the rows is not understood.
  if (gaps !== '') return withoutPrice(table)
  const renewed = table.slice(0, open) + renewedRows(rows, was, is).join('') + table.slice(end)
  return renewedCaption(renewed, was, is)
}

/** Removes the block of the table, with its heading. */
function withoutGroup(content: string): string {
  const [group] = parseBlocks(content).filter((block) => isPart(block, 'picks'))
  const source = group?.source ?? content.match(OWN_TABLE)?.[0]
  if (source === undefined) return content
  return content.replace(content.includes(`${source}\n\n`) ? `${source}\n\n` : source, '')
}

/**
 * A changed content with a table that agrees with its products. `before` is the content before the change: it
 * tells what in the table an editor has rewritten. A table that an editor has removed does not come back.
 */
export function withPicks(content: string, before: string): string {
  const [table] = content.match(OWN_TABLE) ?? []
  if (table === undefined && content.includes(PARTS.picks)) return content
  const [was, is] = [picksIn(before), picksIn(content)]
  if (table === undefined) {
    if (was.length >= FEWEST || is.length < FEWEST) return content
    return withGroup(content)
  }
  if (is.length < FEWEST && was.length >= FEWEST) return withoutGroup(content)
  return content.replace(table, () => renewedTable(table, was, is))
}

/** Puts the table above the first product. */
function withGroup(content: string): string {
  const group = picksGroup(content)
  const first = parseBlocks(content).find(({ source }) => source.includes(PARTS.product))
  if (group === null || first === undefined) return content
  return content.replace(first.source, () => `${group}\n\n${first.source}`)
}

/** The table of a post that is too long to be read, without its prices. */
export const withoutTablePrices = (content: string): string =>
  content.replace(OWN_TABLE, (table) => withoutPrice(table).replace(CAPTION, ''))
