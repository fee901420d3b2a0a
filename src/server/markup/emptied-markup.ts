import { delimiterOf, endsLine, isVoid, type Piece, piecesOf } from './markup-pieces.ts'

/** Placeholder for a removed part until all are removed. */
export const GONE = '\uFDD0'
/** The same for an element on lines of its own. */
const GONE_LINES = '\uFDD1'
/** No post contains these characters. */
export const PLACEHOLDERS = new RegExp(`[${GONE}${GONE_LINES}]`)

const BLANK = String.raw`\s|&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);`
const ONLY_GONE = new RegExp(`^(?:${BLANK}|${GONE})*$`, 'i')
/** Parts of a table or a layout. Without them, others would move. */
const SLOT = /^<(?:td|th|summary)\b|^<div\b[\s\S]*\bwp-block-column(?![\w-])|^<!--\s+wp:column\s/

/** Tags of elements that show something even without text: a plugin's block, a link, a product, or data for a script. */
const SAYS_MORE = [
  /^<!--\s+wp:[\w-]+\//,
  /^<!--[\s\S]*(?:https?:|\bB0[0-9A-Z]{8}\b)/,
  /^<[a-z][\s\S]*?\sdata-[\w-]+\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)(?:https?:|\bB0[0-9A-Z]{8}\b)/,
  // Word processors and AI assistants add data attributes to the elements listed here.
  /^<(?!(?:a|p|h[1-6]|[duo]l|li|d[dt]|span|strong|b|em|i|u|mark|blockquote|br)\s)[a-z][^\s>]*\s(?:[\s\S]*\s)?data-[a-z][\w-]*(?=[\s=/>])/,
]

interface Kept {
  hasContent: boolean
  hasGone: boolean
}

/** A line of an element, which ends at its `<br>`. */
interface Line extends Kept {
  /** Index in the output of the `<br>` before it. */
  br: number | null
  /** The innermost element around that `<br>`. */
  parent: Open | null
}

/** An element or a block that is not closed yet. */
interface Open extends Kept {
  key: string
  /** Index of its opening tag in the output. */
  at: number
  isSlot: boolean
  /** Whether it contains other blocks. An element that does is part of its block, and stays with it. */
  holdsBlocks: boolean
  /** Empty for an element within a line. */
  lines: Line[]
  /** For an inline element, the element around it that has the lines; otherwise null. */
  container: Open | null
}

/** The markup read so far, and the elements and blocks that are still open. */
interface Walk {
  /** Without the removed elements. */
  output: string[]
  stack: Open[]
  /** The depths at which each element or block is open. */
  depths: Map<string, number[]>
  /** The depths of the open blocks. Elements end within their block. */
  blocks: number[]
}

const NOTHING: Kept = { hasContent: false, hasGone: false }
const newLine = (br: number | null, parent: Open | null): Line => ({ ...NOTHING, br, parent })

function mark(kept: Kept | undefined, { hasContent, hasGone }: Kept): void {
  if (kept === undefined) return
  kept.hasContent ||= hasContent
  kept.hasGone ||= hasGone
}

const containerOf = (open: Open | null) => open?.container ?? open
/** The line that the next piece is in. */
const lineOf = (stack: readonly Open[]) => containerOf(stack.at(-1) ?? null)?.lines.at(-1)

function markBoth({ stack }: Walk, kept: Kept): void {
  mark(stack.at(-1), kept)
  mark(lineOf(stack), kept)
}

/** Removes the line breaks of lines that contained only removed parts. */
function dropLines({ lines }: Open, output: string[]): void {
  // An element that contained nothing else would be empty without its line break.
  const breaks = lines.map(({ br, parent }) =>
    parent?.container && !parent.hasContent && !parent.hasGone ? null : br,
  )
  const drop = (places: readonly number[]) => {
    const place = places.find((each) => typeof breaks[each] === 'number')
    if (place === undefined) return
    output[breaks[place] ?? 0] = ''
    breaks[place] = null
  }
  const isBlank = (line: Line | undefined) => !line?.hasContent && !line?.hasGone
  lines.forEach((line, at) => {
    if (!line.hasGone || line.hasContent) return
    drop([at, at + 1])
    // One of the blank lines around it goes with it.
    if (isBlank(lines[at - 1]) && isBlank(lines[at + 1])) drop([at + 1, at + 2, at - 1])
  })
}

const isBlock = (key: string) => key.startsWith('wp:')

/** Ends an element or a block; removes it if it contained only removed parts. */
function settle({ stack, output, blocks }: Walk, open: Open): void {
  const { key, hasContent, hasGone, lines } = open
  const parent = stack.at(-1)
  const isEmptied = hasGone && !hasContent
  const isOfLine = lines.length === 0
  const stays = open.isSlot || (open.holdsBlocks && !isBlock(key) && blocks.length > 0)
  if (parent) parent.holdsBlocks ||= isBlock(key) || open.holdsBlocks
  if (!isEmptied || stays) dropLines(open, output)
  else {
    if (isOfLine) output[open.at] = GONE
    else output.length = open.at + 1
    output[output.length - 1] = isOfLine ? GONE : GONE_LINES
  }
  // An element that was empty before stays, and so does its parent.
  const kept = { hasContent: !isEmptied, hasGone }
  mark(parent, kept)
  if (!isOfLine || !(hasContent || hasGone)) mark(lineOf(stack), kept)
}

function push({ stack, depths, blocks }: Walk, open: Open): void {
  const { key } = open
  const depth = stack.push(open) - 1
  const same = depths.get(key)
  if (same) same.push(depth)
  else depths.set(key, [depth])
  if (isBlock(key)) blocks.push(depth)
}

function pop({ stack, depths, blocks }: Walk): Open | undefined {
  const open = stack.pop()
  if (open === undefined) return undefined
  depths.get(open.key)?.pop()
  if (isBlock(open.key)) blocks.pop()
  return open
}

/** Closes an element or a block. Elements in it that were never closed cannot be judged, and stay. */
function close(walk: Walk, key: string): void {
  const at = walk.depths.get(key)?.at(-1)
  const block = walk.blocks.at(-1) ?? 0
  if (at === undefined || at < block || (isBlock(key) && at !== block)) {
    markBoth(walk, { hasContent: true, hasGone: false })
    return
  }
  const unclosed = { hasContent: walk.stack.length > at + 1, hasGone: false }
  while (walk.stack.length > at + 1) unclosed.hasGone ||= pop(walk)?.hasGone === true
  const open = pop(walk)
  if (open === undefined) return
  mark(open, unclosed)
  settle(walk, open)
}

function take(walk: Walk, piece: Piece): void {
  const { kind, name, text } = piece
  const { block, role } = delimiterOf(piece) ?? { block: null, role: kind }
  const key = block === null ? name : `wp:${block}`
  const parent = walk.stack.at(-1) ?? null
  const at = walk.output.push(text) - 1
  if (kind === 'text') markBoth(walk, { hasContent: !ONLY_GONE.test(text), hasGone: text.includes(GONE) })
  else if (role === 'open' && !isVoid(piece)) {
    const isOfLine = !endsLine(piece)
    push(walk, {
      key,
      at,
      isSlot: SLOT.test(text),
      holdsBlocks: false,
      hasContent: SAYS_MORE.some((pattern) => pattern.test(text)),
      hasGone: false,
      lines: isOfLine ? [] : [newLine(null, null)],
      container: isOfLine ? containerOf(parent) : null,
    })
  } else if (role === 'close') close(walk, key)
  else if (name === 'br' && kind === 'open') containerOf(parent)?.lines.push(newLine(at, parent))
  else markBoth(walk, { hasContent: true, hasGone: false })
}

/** Removes elements and blocks that contained only removed parts, but none that were empty before. */
function withoutElements(markup: string): string {
  const lines = [newLine(null, null)]
  const root: Open = { ...NOTHING, key: '', at: -1, isSlot: true, holdsBlocks: true, lines, container: null }
  const walk: Walk = { output: [], stack: [root], depths: new Map(), blocks: [] }
  for (const piece of piecesOf(markup)) take(walk, piece)
  dropLines(root, walk.output)
  return walk.output.join('').replace(new RegExp(`(?:${GONE_LINES}\\s*)+`, 'g'), '')
}

const RUN = new RegExp(`(?<!${BLANK})((?:${BLANK})*)${GONE}(?:(?:${BLANK})*${GONE})*((?:${BLANK})*)`, 'gi')
const breaksIn = (blanks: string) => blanks.split('\n').length

/** The blanks that stay where a part was: none at the ends of a line. */
function blanksOf(
  run: string,
  { before, after, isFirst, isLast }: { before: string; after: string; isFirst: boolean; isLast: boolean },
): string {
  if (isFirst && isLast) return [before, after].find((blanks) => blanks.includes('\n')) ?? ''
  if (isFirst) return before
  if (isLast) return after
  const [stronger, other] = breaksIn(before) > breaksIn(after) ? [before, after] : [after, before]
  return stronger || other || (run.replaceAll(GONE, '') === '' ? '' : ' ')
}

const isInlineTag = (piece: Piece) =>
  (piece.kind === 'open' || piece.kind === 'close') && !endsLine(piece) && !isVoid(piece)

/** Markup without its removed parts, and without what would be left empty by their removal. */
export function withoutEmptied(markup: string): string {
  if (!markup.includes(GONE)) return markup
  const pieces = [...piecesOf(withoutElements(markup))]
  /** Whether the line has no more text in a direction. */
  const isBreak = (at: number, step: 1 | -1) => {
    let place = at + step
    let piece = pieces[place]
    while (piece && isInlineTag(piece)) {
      place += step
      piece = pieces[place]
    }
    return piece === undefined || endsLine(piece)
  }
  const texts = pieces.map(({ kind, text }, at) => {
    if (kind !== 'text' || !text.includes(GONE)) return text
    return text.replace(RUN, (run: string, before: string, after: string, from: number) =>
      blanksOf(run, {
        ...{ before, after },
        isFirst: from === 0 && isBreak(at, -1),
        isLast: from + run.length === text.length && isBreak(at, 1),
      }),
    )
  })
  return texts.join('').replaceAll(GONE, '')
}
