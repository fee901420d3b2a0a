import { z } from 'zod'

/** One block of a post, as it stands in the markup. */
export interface Block {
  /** `paragraph`, `group` … ; empty for markup that stands in no block. */
  name: string
  /** What the block is called in its class and its anchor. */
  classes: readonly string[]
  anchor: string | undefined
  /** The whole block with its delimiters, to be kept as it is. */
  source: string
  /** What stands between its delimiters. */
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
const DELIMITER = /^\s*(\/?)wp:([a-z][a-z0-9_/-]*)\s*({.*})?\s*(\/?)\s*$/s

/** The next `<!-- wp:… -->` from a place on; comments of other kinds are passed over. */
function nextDelimiter(content: string, from: number): Delimiter | null {
  for (let start = content.indexOf('<!--', from); start !== -1; start = content.indexOf('<!--', start + 4)) {
    const end = content.indexOf('-->', start + 4)
    if (end === -1) return null
    const found = DELIMITER.exec(content.slice(start + 4, end))
    if (!found) continue
    const [, closes, name = '', attributes = '', isVoid] = found
    const kind = closes ? 'close' : isVoid ? 'void' : 'open'
    return { kind, name, attributes, start, end: end + 3 }
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

/** The outermost blocks of a post in their order; a block that is never closed reaches to the end. */
export function parseBlocks(content: string): Block[] {
  const blocks: Block[] = []
  let place = 0
  for (let open = nextDelimiter(content, 0); open; open = nextDelimiter(content, place)) {
    blocks.push(...loose(content.slice(place, open.start)))
    const [innerEnd, end] = open.kind === 'open' ? endOf(content, open.end) : [open.end, open.end]
    // What closes without having been opened is no block; it disappears.
    if (open.kind !== 'close') {
      blocks.push(blockOf(open, content.slice(open.start, end), content.slice(open.end, innerEnd)))
    }
    place = end
  }
  blocks.push(...loose(content.slice(place)))
  return blocks
}

/** Where the inside of a block ends, and where the block does. */
function endOf(content: string, from: number): [innerEnd: number, end: number] {
  let depth = 1
  for (let next = nextDelimiter(content, from); next; next = nextDelimiter(content, next.end)) {
    if (next.kind === 'open') depth += 1
    if (next.kind === 'close') depth -= 1
    if (depth === 0) return [next.start, next.end]
  }
  return [content.length, content.length]
}
