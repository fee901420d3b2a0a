import { piecesOf } from '../../markup/markup-pieces.ts'
import { escapeText, literally, plainText } from '../../markup/plain-text.ts'
import { PRICE, SOLD_OUT } from './price-text.ts'

/** Shown instead of an unknown price. */
export const NO_PRICE = 'See Amazon'

const PRICES = new RegExp(PRICE, 'gi')

/** Most characters beside a price that is still the price of the row's product, such as “from $49”. */
const LONGEST_BESIDE = 20

/** Texts in place of an unknown price. */
const NOTES = [NO_PRICE, SOLD_OUT]
/** With only these words beside it, a single sum is the price of the row's product. */
const BESIDE = /^(?:from|about|around|now|only|just|≈|~)?\s*\*?$/i

/**
 * The text of a cell that the current price replaces; null if there is none. In the column of prices it is the previous
 * price or our note, wherever it is in the cell. A different sum is the price only if it is alone; with other words or
 * other sums beside it, the whole text is replaced. In other columns it is a cell with only the previous price.
 */
export function costIn(
  html: string,
  { before, isOfPrices }: { before?: string; isOfPrices: boolean },
): string | null {
  const words = plainText(html)
  if (!isOfPrices) return words === before ? words : null
  const sums = [...words.matchAll(PRICES)].map(([sum]) => sum)
  const notes = NOTES.filter((note) => words.includes(note))
  if (before !== undefined && [...sums, ...notes].includes(before)) return before
  const [note] = notes
  // Without a previous price, the note would only be written again.
  if (note !== undefined) return before === undefined ? null : note
  const [sum] = sums
  if (sum === undefined || words.length - sum.length > LONGEST_BESIDE) return null
  return sums.length === 1 && BESIDE.test(words.replace(sum, '').trim()) ? sum : words
}

/** A character of the visible text, with its position in the markup. */
interface Sign {
  sign: string
  from: number
  to: number
}

const SIGN = /&#?[a-z0-9]{1,32};|\s+|[\s\S]/giu

/** The visible text, with each run of blanks as one. */
function signsOf(html: string): Sign[] {
  const signs: Sign[] = []
  for (const { kind, text, from: start } of piecesOf(html)) {
    if (kind !== 'text') continue
    for (const { 0: piece, index } of text.matchAll(SIGN)) {
      const from = start + index
      const sign = piece.startsWith('&') && piece.length > 1 ? plainText(piece) : piece
      signs.push({ sign: sign.trim() === '' ? ' ' : sign, from, to: from + piece.length })
    }
  }
  return signs
}

/** The markup between two positions without its text. */
const tagsBetween = (html: string, from: number, to: number) =>
  [...piecesOf(html)]
    .filter((piece) => piece.kind !== 'text' && piece.from >= from && piece.from < to)
    .map(({ text }) => text)
    .join('')

/**
 * Replaces one text by another, whatever tags and words are around it and within it. Other words stay, even if the text
 * is not found.
 */
export function exchangedText(html: string, old: string, fresh: string): string {
  const signs = signsOf(html)
  const said = signs.map(({ sign }) => sign).join('')
  const words = old.trim().split(/\s+/).map(literally).join('\\s*')
  const found = new RegExp(`${words}(?![.,]?\\d)`).exec(said)
  if (found === null) return plainText(html) === old ? escapeText(fresh) : html
  let place = 0
  const within = signs.filter(({ sign }) => {
    const at = place
    place += sign.length
    return at >= found.index && at < found.index + found[0].length
  })
  const [from, to] = [within[0]?.from ?? 0, within.at(-1)?.to ?? 0]
  return html.slice(0, from) + escapeText(fresh) + tagsBetween(html, from, to) + html.slice(to)
}
