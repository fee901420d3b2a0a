import { escapeText, lineOf, literally, plainText, sentencesOf } from '../../plain-text.ts'

/** A user's decision on a sentence about the old product: new words, or removal. */
export interface ClaimAnswer {
  sentence: string
  /** Empty to remove it. */
  words: string
}

/** A mention of this length may have been truncated. */
const CUT = 300
/** Tags within a sentence. */
const TAG = String.raw`</?(?:a|abbr|b|code|em|i|mark|span|strong|u)\b[^<>]{0,4000}>`
const TAGS = `(?:${TAG})*`
const INLINE = new RegExp(`^${TAG}$`, 'i')
/** What ends a line of text, and with it a sentence. */
const LINE_END =
  /^<(?:!--\s*\/?wp:|(?:script|style)\b|\/?(?:article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b)/i
/** Scripts, comments, tags, entities, blanks and words. */
const PIECE =
  /<(script|style)\b(?:(?!<\1\b)[\s\S])*?<\/\1>|<!--(?:(?!<!--)[\s\S])*?-->|<\/?[a-z][^<>]{0,4000}>|&#?[a-z0-9]{1,32};|\s+|[^\s<&]+|[<&]/gi
/** Stands in a line for anything that is no text, such as a picture. */
const OTHER = '\uFFFC'

/** The characters of a line of visible text, and where each begins and ends in the markup. */
interface Line {
  characters: string[]
  starts: number[]
  ends: number[]
}

/** Adds text that is written in another way to a line. Blanks in a row count as one. */
function addAs(line: Line, text: string, { from, to }: { from: number; to: number }): void {
  const { characters, starts, ends } = line
  const isBlank = text.trim() === ''
  if (isBlank && (characters.length === 0 || characters.at(-1) === ' ')) return
  for (const character of isBlank ? ' ' : text.split('')) {
    characters.push(character)
    starts.push(from)
    ends.push(to)
  }
}

function addWord(line: Line, word: string, from: number): void {
  for (let at = 0; at < word.length; at += 1)
    addAs(line, word.charAt(at), { from: from + at, to: from + at + 1 })
}

/** The lines of the visible text, as `plainText` gives them. */
function linesOf(content: string): Line[] {
  const lines: Line[] = [{ characters: [], starts: [], ends: [] }]
  const decoded = new Map<string, string>()
  for (const { 0: piece, index: from } of content.matchAll(PIECE)) {
    const line = lines.at(-1)
    const range = { from, to: from + piece.length }
    if (line === undefined || INLINE.test(piece)) continue
    if (LINE_END.test(piece)) lines.push({ characters: [], starts: [], ends: [] })
    else if (/^<./.test(piece)) addAs(line, OTHER, range)
    else if (/^&./.test(piece)) {
      const text = decoded.get(piece) ?? plainText(piece)
      decoded.set(piece, text)
      addAs(line, text, range)
    } else if (piece.trim() === '') addAs(line, piece, range)
    else addWord(line, piece, from)
  }
  return lines
}

/** Whether every tag that opens in the markup closes there. */
function isBalanced(markup: string): boolean {
  const open: string[] = []
  for (const [, end, name = ''] of markup.matchAll(/<(\/?)([a-z]+)/gi)) {
    if (end === '') open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

const SHORTCODE = /\[\/?[a-z]/i

/** Whether a position is within a shortcode. */
function isInShortcode(content: string, at: number): boolean {
  const before = content.slice(Math.max(0, at - 4000), at)
  return /^\[[a-z][^\][\n]*$/i.test(before.slice(before.lastIndexOf('[')))
}

interface Stretch {
  from: number
  markup: string
}

const TAGS_BEFORE = new RegExp(`${TAGS}$`)
const TAGS_AFTER = new RegExp(`^${TAGS}`)
/** Extends a stretch by the tags at its ends that belong to those within. */
function withItsTags(content: string, stretch: Stretch): Stretch {
  const { from, markup } = stretch
  if (isBalanced(markup)) return stretch
  const end = from + markup.length
  const [before = ''] = TAGS_BEFORE.exec(content.slice(Math.max(0, from - 300), from)) ?? []
  const [after = ''] = TAGS_AFTER.exec(content.slice(end, end + 300)) ?? []
  const wider = [
    { from: from - before.length, markup: `${before}${markup}` },
    { from, markup: `${markup}${after}` },
    { from: from - before.length, markup: `${before}${markup}${after}` },
  ]
  return wider.find((each) => isBalanced(each.markup)) ?? stretch
}

/** Occurrences of these sentences among the sentences of a line. */
function* stretchesIn(
  content: string,
  { text, starts, ends }: Line & { text: string },
  sentences: ReadonlySet<string>,
): Generator<Stretch & { sentence: string }> {
  let place = 0
  for (const sentence of sentencesOf(text)) {
    const at = text.indexOf(sentence, place)
    place = at + sentence.length
    const [from = 0, end = 0] = [starts[at], ends[place - 1]]
    if (sentences.has(sentence))
      yield { sentence, ...withItsTags(content, { from, markup: content.slice(from, end) }) }
  }
}

/**
 * Where each of these sentences stands as a sentence of its own in the visible text. Leaves out a sentence that cannot
 * be removed everywhere without breaking the markup around it.
 */
function findStretches(content: string, sentences: readonly string[]): Map<string, readonly Stretch[]> {
  const wanted = new Set(sentences.filter((each) => each.length < CUT && each !== ''))
  const found: (Stretch & { sentence: string })[] = []
  for (const line of linesOf(content)) {
    const text = line.characters.join('')
    if (![...wanted].some((sentence) => text.includes(sentence))) continue
    found.push(...stretchesIn(content, { ...line, text }, wanted))
  }
  const isWhole = ({ from, markup }: Stretch) =>
    isBalanced(markup) &&
    !SHORTCODE.test(markup) &&
    !isInShortcode(content, from) &&
    !isInShortcode(content, from + markup.length)
  const stretches = Map.groupBy(found, ({ sentence }) => sentence)
  return new Map([...stretches].filter(([, each]) => each.every(isWhole)))
}

/** Mentions of the old product that are sentences of the text itself, which a user can rewrite or remove. */
export function claimsIn(content: string, mentions: readonly string[]): string[] {
  const found = findStretches(content, mentions)
  return mentions.filter((mention) => found.has(mention))
}

const LINK = /<a\b[^<>]{0,4000}>((?:(?!<a\b)[\s\S]){1,4000}?)<\/a>/gi

/** The new words of a sentence as markup. Each link of the old one stays if the words contain its text. */
function rewritten(markup: string, words: string): string {
  const links = Map.groupBy(
    [...markup.matchAll(LINK)].map(([link, said = '']) => ({ link, said: lineOf(said) })),
    ({ said }) => said,
  )
  links.delete('')
  if (links.size === 0) return escapeText(words.trim())
  // The longest comes first, so that it is not taken for a shorter one.
  const texts = [...links.keys()].toSorted((one, other) => other.length - one.length).map(literally)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${texts.join('|')})(?![\\p{L}\\p{N}])`, 'u')
  return words
    .trim()
    .split(pattern)
    .map((piece) => links.get(piece)?.shift()?.link ?? escapeText(piece))
    .join('')
}

/** Placeholder for a removed sentence until all are removed. */
const GONE = '\uFDD0'
const NOTHING_ELSE = `(?:\\s*${GONE})+\\s*`
const EMPTIED_BLOCK = new RegExp(
  `<!-- wp:(paragraph|heading|list-item)(?: \\{[^<>]*\\})? -->\\s*<(p|h[1-6]|li)(?:\\s[^<>]*)?>${NOTHING_ELSE}</\\2>\\s*<!-- /wp:\\1 -->\\s*`,
  'g',
)
const EMPTIED = new RegExp(`<(p|h[1-6]|li)(?:\\s[^<>]*)?>${NOTHING_ELSE}</\\1>\\s*`, 'g')

/** Removes elements that contained only removed sentences, but not those that were empty before. */
const withoutEmptied = (markup: string) =>
  markup.replace(EMPTIED_BLOCK, '').replace(EMPTIED, '').replaceAll(` ${GONE}`, '').replaceAll(GONE, '')

/** Replaces or removes each of these sentences; null if one of them is not in the text. */
export function withAnswers(content: string, answers: readonly ClaimAnswer[]): string | null {
  const wordsOf = new Map(answers.map(({ sentence, words }) => [sentence, words]))
  const found = findStretches(content, [...wordsOf.keys()])
  if (found.size < wordsOf.size) return null
  const stretches = [...found].flatMap(([sentence, places]) =>
    places.map((stretch) => ({ ...stretch, words: wordsOf.get(sentence) ?? '' })),
  )
  let text = ''
  let place = 0
  for (const { from, markup, words } of stretches.toSorted((one, other) => one.from - other.from)) {
    // Tags that belong to two sentences.
    if (from < place) return null
    text += `${content.slice(place, from)}${rewritten(markup, words) || GONE}`
    place = from + markup.length
  }
  return withoutEmptied(text + content.slice(place))
}
