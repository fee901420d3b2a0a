import { readJson } from '../read-json.ts'
import { piecesOf } from './markup-pieces.ts'
import { escapeText, unescapedLine } from './plain-text.ts'

/** An attribute of a tag, a block or a shortcode. */
export interface MarkupAttribute {
  key: string
  value: string
}

const ATTRIBUTE = /(?<![a-z0-9_-])([a-z][a-z0-9_-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]<>]+))/gi
const BLOCK = /^<!--\s*wp:[a-z][a-z0-9_/-]*\s+(\{[\s\S]*\})\s*\/?\s*-->$/
const DEEPEST = 6

function valuesIn(value: unknown, key: string, depth = 0): MarkupAttribute[] {
  if (depth > DEEPEST || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => valuesIn(each, key, depth + 1))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, each]) => valuesIn(each, name, depth + 1))
  return [{ key, value: unescapedLine(String(value)) }]
}

/** What a tag, the beginning of a block or a shortcode says in its attributes, in their order. */
export function attributesIn(piece: string): MarkupAttribute[] {
  const json = BLOCK.exec(piece)?.[1]
  if (json !== undefined) return valuesIn(readJson(json), '')
  const plain = piece.startsWith('[') ? piece.replace(/&quot;|[“”″]/g, '"').replace(/[‘’]/g, "'") : piece
  return [...plain.matchAll(ATTRIBUTE)].map(([, key = '', double, single, bare]) => ({
    key: key.toLowerCase(),
    value: unescapedLine(double ?? single ?? bare ?? ''),
  }))
}

/** A tag with another value of one of its attributes. */
export const withAttribute = (tag: string, wanted: string, value: string): string =>
  tag.replace(ATTRIBUTE, (attribute: string, key: string) =>
    key.toLowerCase() === wanted ? `${key}="${escapeText(value)}"` : attribute,
  )

/** The value of the first such attribute of these elements in some markup. */
export function attributeWithin(html: string, element: string, wanted: string): string | undefined {
  for (const { kind, name, text } of piecesOf(html)) {
    if (kind !== 'open' || name !== element) continue
    const found = attributesIn(text).find(({ key }) => key === wanted)
    if (found) return found.value
  }
  return undefined
}
