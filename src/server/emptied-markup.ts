import { delimiterOf, endsLine, isVoid, type Piece, piecesOf } from './markup-pieces.ts'

/** Placeholder for a removed part until all are removed. */
export const GONE = '\uFDD0'
/** The same for an element on lines of its own. */
const GONE_LINES = '\uFDD1'
/** No post contains these characters. */
export const PLACEHOLDERS = new RegExp(`[${GONE}${GONE_LINES}]`)

const BLANKS = String.raw`(?:\s|&nbsp;|&#160;)`
const ONLY_GONE = new RegExp(`^(?:${BLANKS}|${GONE})*$`, 'i')
/** Parts of a table or a layout: without them, others would move. */
const SLOT = /^<(?:td|th|summary)\b|^<div\b[\s\S]*\bwp-block-column(?![\w-])|^<!--\s+wp:column\s/

/** A block of a plugin, or one with an address or a product in its attributes, says more than what it contains. */
const SAYS_MORE =
  /^<!--\s+wp:[\w-]+\/|^<!--[\s\S]*(?:https?:|\bB0[0-9A-Z]{8}\b)|^<[a-z][^\s>]*\s[\s\S]*\bdata-[a-z]/i

interface Kept {
  hasContent: boolean
  hasGone: boolean
}

/** A line of an element, which ends at its `<br>`. */
interface Line extends Kept {
  /** Index of the `<br>` before it. */
  br: number | null
  /** What directly contains that `<br>`. */
  parent: Open | null
}

/** An element or a block that is not closed yet. */
interface Open extends Kept {
  key: string
  /** Index of its opening piece. */
  at: number
  isSlot: boolean
  /** Empty for an element within a line. */
  lines: Line[]
  /** What has the lines that it is in; null if it has lines of its own. */
  container: Open | null
}

const NOTHING: Kept = { hasContent: false, hasGone: false }
const newLine = (br: number | null, parent: Open | null): Line => ({ ...NOTHING, br, parent })

function mark(kept: Kept | undefined, { hasContent, hasGone }: Kept): void {
  if (kept === undefined) return
  kept.hasContent ||= hasContent
  kept.hasGone ||= hasGone
}

const containerOf = (open: Open | undefined) => open?.container ?? open
/** The line that the next piece is in. */
const lineOf = (stack: readonly Open[]) => containerOf(stack.at(-1))?.lines.at(-1)

function markBoth(stack: readonly Open[], kept: Kept): void {
  mark(stack.at(-1), kept)
  mark(lineOf(stack), kept)
}

/** Removes the line breaks of lines that contained only removed parts. */
function dropLines({ lines }: Open, texts: string[]): void {
  // An element that contained nothing else would be empty without its line break.
  const breaks = lines.map(({ br, parent }) =>
    parent?.container && !parent.hasContent && !parent.hasGone ? null : br,
  )
  lines.forEach((line, at) => {
    if (!line.hasGone || line.hasContent) return
    const own = [at, at + 1].find((each) => typeof breaks[each] === 'number')
    const br = own === undefined ? null : (breaks[own] ?? null)
    if (own === undefined || br === null) return
    texts[br] = ''
    breaks[own] = null
  })
}

interface Closing {
  texts: string[]
  /** Index of the closing piece. */
  to: number
}

/** Ends an element or a block; removes it if it contained only removed parts. */
function settle(stack: readonly Open[], open: Open, { texts, to }: Closing): void {
  const { hasContent, hasGone, isSlot, lines } = open
  const isEmptied = hasGone && !hasContent
  const isOfLine = lines.length === 0
  if (!isEmptied || isSlot) dropLines(open, texts)
  else if (isOfLine) {
    texts[open.at] = GONE
    texts[to] = GONE
  } else {
    texts.fill('', open.at, to + 1)
    texts[to] = GONE_LINES
  }
  // An element that was empty before stays, and so does what contains it.
  const kept = { hasContent: !isEmptied, hasGone }
  mark(stack.at(-1), kept)
  if (!isOfLine || !(hasContent || hasGone)) mark(lineOf(stack), kept)
}

/** Closes an element or a block. What is not closed within it cannot be judged, and stays. */
function close(stack: Open[], key: string, closing: Closing): void {
  const wall = stack.findLastIndex((open) => open.key.startsWith('wp:') || open.key === '')
  const at = stack.findLastIndex((open) => open.key === key)
  if (at < 1 || at < wall || (key.startsWith('wp:') && at !== wall)) {
    markBoth(stack, { hasContent: true, hasGone: false })
    return
  }
  const [open, ...unclosed] = stack.splice(at)
  if (open === undefined) return
  if (unclosed.length > 0) mark(open, { hasContent: true, hasGone: unclosed.some((each) => each.hasGone) })
  settle(stack, open, closing)
}

function take(stack: Open[], piece: Piece, closing: Closing): void {
  const { kind, name, text } = piece
  const { block, role } = delimiterOf(piece) ?? { block: null, role: kind }
  const key = block === null ? name : `wp:${block}`
  if (kind === 'text') markBoth(stack, { hasContent: !ONLY_GONE.test(text), hasGone: text.includes(GONE) })
  else if (role === 'open' && !isVoid(piece)) {
    const isOfLine = !endsLine(piece)
    stack.push({
      ...{ key, at: closing.to, isSlot: SLOT.test(text), hasContent: SAYS_MORE.test(text), hasGone: false },
      lines: isOfLine ? [] : [newLine(null, null)],
      container: isOfLine ? (containerOf(stack.at(-1)) ?? null) : null,
    })
  } else if (role === 'close') close(stack, key, closing)
  else if (name === 'br' && kind === 'open')
    containerOf(stack.at(-1))?.lines.push(newLine(closing.to, stack.at(-1) ?? null))
  else markBoth(stack, { hasContent: true, hasGone: false })
}

/** Removes elements and blocks that contained only removed parts, but none that were empty before. */
function withoutElements(markup: string): string {
  const pieces = [...piecesOf(markup)]
  const texts = pieces.map(({ text }) => text)
  const lines = [newLine(null, null)]
  const root: Open = { ...NOTHING, key: '', at: -1, isSlot: true, lines, container: null }
  const stack = [root]
  pieces.forEach((piece, to) => {
    take(stack, piece, { texts, to })
  })
  dropLines(root, texts)
  return texts.join('').replace(new RegExp(`(?:${GONE_LINES}\\s*)+`, 'g'), '')
}

const RUN = new RegExp(`(?<!\\s)(\\s*)${GONE}(?:\\s*${GONE})*(\\s*)`, 'g')
const breaksIn = (blanks: string) => blanks.split('\n').length

/** The blanks that stay where a part was: none at the ends of a line. */
function blanksOf(
  run: string,
  { before, after, isFirst, isLast }: { before: string; after: string; isFirst: boolean; isLast: boolean },
): string {
  if (isFirst) return before
  if (isLast) return after
  const [stronger, other] = breaksIn(before) > breaksIn(after) ? [before, after] : [after, before]
  return stronger || other || (/\s/.test(run) ? ' ' : '')
}

/** Markup without its removed parts, and without what would be left empty by their removal. */
export function withoutEmptied(markup: string): string {
  if (!markup.includes(GONE)) return markup
  const pieces = [...piecesOf(withoutElements(markup))]
  const isBreak = (at: number) => {
    const piece = pieces[at]
    return piece === undefined || endsLine(piece)
  }
  const texts = pieces.map(({ kind, text }, at) => {
    if (kind !== 'text' || !text.includes(GONE)) return text
    return text.replace(RUN, (run: string, before: string, after: string, from: number) =>
      blanksOf(run, {
        ...{ before, after },
        isFirst: from === 0 && isBreak(at - 1),
        isLast: from + run.length === text.length && isBreak(at + 1),
      }),
    )
  })
  return texts.join('').replaceAll(GONE, '')
}
