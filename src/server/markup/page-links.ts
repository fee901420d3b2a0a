import { GONE, PLACEHOLDERS, withoutEmptied } from './emptied-markup.ts'
import { attributesIn } from './markup-attributes.ts'
import { delimiterOf, linksIn, piecesOf } from './markup-pieces.ts'

/** Ids of elements, to which links within a post can lead. */
export function targetsIn(html: string): string[] {
  const tags = [...piecesOf(html)].filter(({ kind, text }) => kind === 'open' && /\sid\s*=/i.test(text))
  return tags.flatMap(({ text }) =>
    attributesIn(text).flatMap(({ key, value }) => (key === 'id' ? [value] : [])),
  )
}

/** The id that a link leads to, by its opening tag; null for a link to another page. */
function targetOf(tag: string): string | null {
  if (!tag.includes('#')) return null
  const address = attributesIn(tag).find(({ key }) => key === 'href')?.value ?? ''
  if (!address.startsWith('#')) return null
  try {
    return decodeURIComponent(address.slice(1))
  } catch {
    return address.slice(1)
  }
}

/** The stretches of a post in blocks whose attributes repeat a link, such as a table of contents: plugins rewrite them. */
function generatedIn(content: string, links: readonly string[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = []
  const open: { from: number; isGenerated: boolean }[] = []
  for (const piece of piecesOf(content)) {
    const { role } = delimiterOf(piece) ?? {}
    if (role === 'open')
      open.push({ from: piece.from, isGenerated: links.some((link) => piece.text.includes(link)) })
    const closed = role === 'close' ? open.pop() : undefined
    if (closed?.isGenerated) stretches.push({ from: closed.from, to: piece.from })
  }
  return stretches
}

/**
 * A changed post without links to elements that the change has removed. The words of a link stay, except in a list item
 * of its own, such as a line of a table of contents.
 */
export function withoutDeadLinks(content: string, before: string): string {
  if (content === before || PLACEHOLDERS.test(content) || !/\shref\s*=\s*["']?#/i.test(content))
    return content
  const left = new Set(targetsIn(content))
  const removed = new Set(targetsIn(before).filter((id) => !left.has(id)))
  if (removed.size === 0) return content
  const generated = generatedIn(
    content,
    [...removed].map((id) => `#${id}"`),
  )
  let text = ''
  let place = 0
  for (const { from, to, tag, words } of linksIn(content)) {
    const target = targetOf(tag)
    if (target === null || !removed.has(target)) continue
    if (generated.some((stretch) => stretch.from < from && from < stretch.to)) continue
    const start = content.slice(place, from)
    const isItem =
      /<li(?:\s[^<>]*)?>\s*$/i.test(start.slice(-500)) && /^\s*<\/li\s*>/i.test(content.slice(to, to + 100))
    text += start + (isItem ? GONE : words)
    place = to
  }
  return withoutEmptied(text + content.slice(place))
}
