import { z } from 'zod'

/** A longer post is not parsed, because that would hold up everything else. */
export const LONGEST_PARSED = 300_000

/** One block of a post, with its markup. */
export interface Block {
  /** `paragraph`, `group` … ; empty for markup outside blocks. */
  name: string
  /** What the block is called in its class and its anchor. */
  classes: readonly string[]
  anchor: string | undefined
  /** The complete block with its delimiters, to be kept unchanged. */
  source: string
  /** Markup between its delimiters. */
  inner: string
}

interface Delimiter {
  kind: 'open' | 'close' | 'void'
  name: string
  attributes: string
  start: number
  end: number
}

const Attributes = z.object({
  className: z.string().optional().catch(undefined),
  anchor: z.string().optional().catch(undefined),
})
const HEAD = /^\s+(\/?)wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)(?=\s|$)/

/**
 * What a comment says whose text has no blanks at its end; null for one of another kind. WordPress takes a comment for a
 * block only with blanks after each word, and with none before the end of a void one.
 */
function readComment(
  text: string,
  hasBlanks: boolean,
): Pick<Delimiter, 'kind' | 'name' | 'attributes'> | null {
  const [head, closes, name = ''] = HEAD.exec(text) ?? []
  if (head === undefined) return null
  const isVoid = !hasBlanks && /\s\/$/.test(text.slice(-2))
  if (!hasBlanks && !isVoid) return null
  const attributes = text.slice(head.length, isVoid ? -1 : undefined).trim()
  if (attributes !== '' && !(attributes.startsWith('{') && attributes.endsWith('}'))) return null
  return { kind: closes ? 'close' : isVoid ? 'void' : 'open', name, attributes }
}

/** End of a comment that began at a position, and of the last word in it. */
function commentEnd(content: string, from: number): { words: number; end: number } | null {
  const dashes = content.indexOf('-->', from)
  if (dashes === -1) return null
  let words = dashes
  while (words > from && content.charAt(words - 1).trim() === '') words -= 1
  return { words, end: dashes + 3 }
}

/**
 * The next `<!-- wp:… -->` from a place on; comments of other kinds are passed over. However many beginnings share one
 * end, nothing is read more than a few times.
 */
function nextDelimiter(content: string, from: number): Delimiter | null {
  let close: ReturnType<typeof commentEnd> = { words: 0, end: 0 }
  for (let start = content.indexOf('<!--', from); start !== -1; start = content.indexOf('<!--', start + 4)) {
    if (start + 7 > close.end) close = commentEnd(content, start + 4)
    if (close === null) return null
    const found = readComment(content.slice(start + 4, close.words), close.words < close.end - 3)
    if (found) return { ...found, start, end: close.end }
  }
  return null
}

function attributesOf(json: string) {
  try {
    return Attributes.parse(JSON.parse(json))
  } catch {
    return { className: undefined, anchor: undefined }
  }
}

function blockOf(open: Delimiter, source: string, inner: string): Block {
  const { className, anchor } = attributesOf(open.attributes)
  return { name: open.name, classes: className?.split(/\s+/) ?? [], anchor, source, inner }
}

const loose = (source: string): Block[] =>
  source.trim() === '' ? [] : [{ name: '', classes: [], anchor: undefined, source, inner: source }]

/** The outermost blocks of a post in their order; a block without an end reaches to the end of the post. */
export function parseBlocks(content: string): Block[] {
  const blocks: Block[] = []
  let place = 0
  for (let open = nextDelimiter(content, 0); open; open = nextDelimiter(content, place)) {
    blocks.push(...loose(content.slice(place, open.start)))
    const [innerEnd, end] = open.kind === 'open' ? endOf(content, open.end) : [open.end, open.end]
    // A closing delimiter without an opening one is dropped.
    if (open.kind !== 'close') {
      blocks.push(blockOf(open, content.slice(open.start, end), content.slice(open.end, innerEnd)))
    }
    place = end
  }
  blocks.push(...loose(content.slice(place)))
  return blocks
}

/** End of a block's content, and of the block. */
function endOf(content: string, from: number): [innerEnd: number, end: number] {
  let depth = 1
  for (let next = nextDelimiter(content, from); next; next = nextDelimiter(content, next.end)) {
    if (next.kind === 'open') depth += 1
    if (next.kind === 'close') depth -= 1
    if (depth === 0) return [next.start, next.end]
  }
  return [content.length, content.length]
}

/** Deeper nesting does not occur in real posts. */
export const MOST_DEPTH = 12

/** All blocks of a content with those within other blocks. Our own blocks are not opened. */
export function* blocksWithin(content: string, depth = 0): Generator<Block> {
  for (const block of parseBlocks(content)) {
    yield block
    const isWhole = block.classes.some((name) => name.startsWith('aop-'))
    if (!isWhole && depth < MOST_DEPTH && block.inner.includes('<!-- wp:'))
      yield* blocksWithin(block.inner, depth + 1)
  }
}
