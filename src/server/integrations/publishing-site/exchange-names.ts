import { mapPieces, type Piece } from '../../markup/markup-pieces.ts'
import { escapeText, literally } from '../../markup/plain-text.ts'

/** Encodes a text like an attribute in a block's comment. */
const inComment = (text: string) =>
  JSON.stringify(text)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')

const isTag = (piece: Piece | undefined) =>
  piece !== undefined && piece.kind !== 'shortcode' && piece.kind !== 'text' && piece.kind !== 'raw'

/** Whether a text is all that an element, or a link of EasyAzon, contains. */
function isWhole(at: number, all: readonly Piece[]): boolean {
  const [before, after] = [all[at - 1], all[at + 1]]
  if (isTag(before) && isTag(after)) return true
  return before?.kind === 'shortcode' && after?.text.startsWith('[/easyazon') === true
}

function exchangeName(content: string, known: string, name: string): string {
  const words = [...new Set([known, escapeText(known)])].map(literally).join('|')
  const alone = new RegExp(`^(\\s*)(?:${words})(\\s*)$`)
  const attribute = new RegExp(`(\\s(?:alt|title|text)=)"(?:${words})"`, 'g')
  const fresh = escapeText(name)
  return mapPieces(content, ({ kind, text }, at, all) => {
    if (kind === 'text')
      return isWhole(at, all)
        ? text.replace(alone, (_all, before: string, after: string) => before + fresh + after)
        : text
    if (kind === 'open' || kind === 'shortcode')
      return text.replace(attribute, (_all, key: string) => `${key}"${fresh}"`)
    if (kind !== 'comment' || !text.startsWith('<!-- wp:')) return text
    return text.replaceAll(`:${inComment(known)}`, () => `:${inComment(name)}`)
  })
}

/** Exchanges the names where they are the whole text of an element or attribute. Sentences are left to the editor. */
export const exchangeNames = (content: string, names: readonly string[], name: string): string =>
  names.reduce((text, known) => exchangeName(text, known, name), content)
