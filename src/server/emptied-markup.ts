import { endsLine, isVoid, type Piece, piecesOf } from './markup-pieces.ts'

/** Placeholder for a removed part until all are removed. */
export const GONE = '\uFDD0'
/** The same for an element on lines of its own. */
const GONE_LINES = '\uFDD1'

const BLANKS = String.raw`(?:\s|&nbsp;|&#160;)`
const ONLY_GONE = new RegExp(`^(?:${BLANKS}|${GONE})*$`, 'i')
const DELIMITER = /^<!--\s+(\/?)wp:([a-z][a-z0-9/_-]*)\b[\s\S]*?(\/?)-->$/
/** Parts of a table or a layout: without them, others would move. */
const SLOT = /^<(?:td|th|summary)\b|^<div\b[\s\S]*\bwp-block-column(?![\w-])|^<!--\s+wp:column\s/

/** A line of an element, which ends at its `<br>`. */
interface Line {
  /** Index of the `<br>` before it. */
  br: number | null
  hasContent: boolean
  hasGone: boolean
}

/** An element or a block that is not closed yet. */
interface Open {
  key: string
  /** Index of its opening piece. */
  at: number
  isSlot: boolean
  lines: Line[]
}

const newLine = (br: number | null): Line => ({ br, hasContent: false, hasGone: false })
const hasContent = ({ lines }: Open) => lines.some((line) => line.hasContent)
const hasGone = ({ lines }: Open) => lines.some((line) => line.hasGone)

function mark(open: Open, { content = false, gone = false }: { content?: boolean; gone?: boolean }): void {
  const line = open.lines.at(-1)
  if (line === undefined) return
  line.hasContent ||= content
  line.hasGone ||= gone
}

/** Removes the line breaks of lines that contained only removed parts. */
function dropLines({ lines }: Open, texts: string[]): void {
  const breaks = lines.map(({ br }) => br)
  lines.forEach((line, at) => {
    if (!line.hasGone || line.hasContent) return
    const own = [at, at + 1].find((each) => typeof breaks[each] === 'number')
    const br = own === undefined ? null : (breaks[own] ?? null)
    if (own === undefined || br === null) return
    texts[br] = ''
    breaks[own] = null
  })
}

/** Ends an element or a block; removes it if it contained only removed parts. */
function settle(open: Open, parent: Open, { pieces, texts, to }: Closing): void {
  const isEmptied = hasGone(open) && !hasContent(open)
  const piece = pieces[open.at]
  if (isEmptied && !open.isSlot && piece !== undefined) {
    if (endsLine(piece)) {
      texts.fill('', open.at, to + 1)
      texts[to] = GONE_LINES
    } else {
      texts[open.at] = GONE
      texts[to] = GONE
    }
  } else dropLines(open, texts)
  // An element that was empty before stays, and so does what contains it.
  mark(parent, { content: !isEmptied, gone: hasGone(open) })
}

interface Closing {
  pieces: readonly Piece[]
  texts: string[]
  /** Index of the closing piece. */
  to: number
}

/** Closes an element or a block. What is not closed within it cannot be judged, and stays. */
function close(stack: Open[], key: string, closing: Closing): void {
  const isBlock = key.startsWith('wp:')
  const wall = stack.findLastIndex((open) => open.key.startsWith('wp:') || open.key === '')
  const at = stack.findLastIndex((open) => open.key === key)
  const [top] = stack.slice(-1)
  if (at < 1 || at < wall || (isBlock && at !== wall)) {
    if (top) mark(top, { content: true })
    return
  }
  const [open, ...unclosed] = stack.splice(at)
  const parent = stack.at(-1)
  if (open === undefined || parent === undefined) return
  if (unclosed.length > 0) mark(open, { content: true, gone: unclosed.some(hasGone) })
  settle(open, parent, closing)
}

function take(stack: Open[], piece: Piece, closing: Closing): void {
  const { kind, name, text } = piece
  const top = stack.at(-1)
  if (top === undefined) return
  const [, ends, block = '', isVoidBlock] = (kind === 'comment' && DELIMITER.exec(text)) || []
  const isOpening = block === '' ? kind === 'open' && !isVoid(piece) : !ends && !isVoidBlock
  const key = block === '' ? name : `wp:${block}`
  if (kind === 'text') mark(top, { content: !ONLY_GONE.test(text), gone: text.includes(GONE) })
  else if (isOpening) stack.push({ key, at: closing.to, isSlot: SLOT.test(text), lines: [newLine(null)] })
  else if (ends || kind === 'close') close(stack, key, closing)
  else if (name === 'br' && kind === 'open') top.lines.push(newLine(closing.to))
  else mark(top, { content: true })
}

/** Removes elements and blocks that contained only removed parts, but none that were empty before. */
function withoutElements(markup: string): string {
  const pieces = [...piecesOf(markup)]
  const texts = pieces.map(({ text }) => text)
  const root: Open = { key: '', at: -1, isSlot: true, lines: [newLine(null)] }
  const stack = [root]
  pieces.forEach((piece, to) => {
    take(stack, piece, { pieces, texts, to })
  })
  dropLines(root, texts)
  return texts.join('').replace(new RegExp(`(?:${GONE_LINES}\\s*)+`, 'g'), '')
}

const RUN = new RegExp(`(\\s*)${GONE}(?:\\s*${GONE})*(\\s*)`, 'g')
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
