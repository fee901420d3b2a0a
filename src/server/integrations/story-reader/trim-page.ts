/** Deeper than any article. Deeper nesting costs more than it is worth. */
const MOST_DEPTH = 200
/** Ten times the tags of a long article. */
const MOST_TAGS = 60_000

const TAG = /<(\/?)([a-z][a-z0-9-]{0,30})/iy
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])
/** Elements with an optional end tag, and the tags that end them. */
const ENDED_BY: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    p: ['p'],
    li: ['li'],
    dt: ['dt', 'dd'],
    dd: ['dt', 'dd'],
    td: ['td', 'th'],
    th: ['td', 'th'],
    tr: ['tr', 'td', 'th'],
    tbody: ['tbody', 'thead', 'tr', 'td', 'th'],
    option: ['option'],
  }),
)
/** Elements whose content is not markup. */
const RAW = new Map(
  Object.entries({
    script: /<\/script/gi,
    style: /<\/style/gi,
    textarea: /<\/textarea/gi,
    title: /<\/title/gi,
  }),
)

/** Position where the next tag may begin; -1 if there is none. */
function afterTag(html: string, at: number, name: string): number {
  const end = RAW.get(name)
  if (end === undefined) return html.indexOf('<', at + 1)
  end.lastIndex = at
  const found = end.exec(html)
  return found === null ? -1 : found.index
}

/** Opens or closes an element; returns whether the page is now nested too deeply. */
function nest(open: string[], name: string, isEnd: boolean): boolean {
  if (VOID.has(name)) return false
  if (isEnd) {
    const at = open.lastIndexOf(name)
    if (at >= 0) open.length = at
    return false
  }
  const ended = ENDED_BY.get(name) ?? []
  while (ended.includes(open.at(-1) ?? '')) open.pop()
  return open.push(name) > MOST_DEPTH
}

/**
 * Truncates a page where it has more tags, or nests them deeper, than any article. This bounds parsing to
 * linear time. Works in a single pass.
 */
export function trimPage(html: string): string {
  const open: string[] = []
  let tags = 0
  let at = html.indexOf('<')
  while (at >= 0) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      at = end < 0 ? -1 : html.indexOf('<', end)
      continue
    }
    TAG.lastIndex = at
    const [whole, slash = '', written = ''] = TAG.exec(html) ?? []
    const name = written.toLowerCase()
    if (whole !== undefined) {
      tags += 1
      if (tags > MOST_TAGS || nest(open, name, slash !== '')) return html.slice(0, at)
    }
    at = slash === '' ? afterTag(html, at, name) : html.indexOf('<', at + 1)
  }
  return html
}
