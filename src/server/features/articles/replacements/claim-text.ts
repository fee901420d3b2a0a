import { GONE, PLACEHOLDERS, withoutEmptied } from '../../../markup/emptied-markup.ts'
import { delimiterOf, endsLine, linksIn, type Piece, piecesOf } from '../../../markup/markup-pieces.ts'
import { withoutDeadLinks } from '../../../markup/page-links.ts'
import { escapeText, lineOf, literally, plainText, sentencesOf } from '../../../markup/plain-text.ts'

/** A user's decision on a sentence about the old product: new words, or removal. */
export interface ClaimAnswer {
  sentence: string
  /** Empty to remove it. */
  words: string
}

/** A mention of this length may have been truncated. */
const CUT = 300
/** Elements within a sentence. */
const INLINE = /^(?:a|abbr|b|em|i|mark|span|strong|u)$/
const isInline = ({ kind, name }: Piece) => (kind === 'open' || kind === 'close') && INLINE.test(name)
/** More tags at the end of a sentence are not looked at. */
const MOST_TAGS = 20
const WORDS = /&#?[a-z0-9]{1,32};|\s+|[^\s&]+|&/gi
/** Placeholder in a line for anything but text, such as a picture. */
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

/** The text of a piece, which ends where its markup does. */
function addText(line: Line, { text, from: start }: Piece, decoded: Map<string, string>): void {
  for (const { 0: piece, index } of text.matchAll(WORDS)) {
    const from = start + index
    const range = { from, to: from + piece.length }
    if (/^&./.test(piece)) {
      const sign = decoded.get(piece) ?? plainText(piece)
      decoded.set(piece, sign)
      addAs(line, sign, range)
    } else if (piece.trim() === '') addAs(line, piece, range)
    else addWord(line, piece, from)
  }
}

/** The pieces of each line of visible text. Lines end where `plainText` ends them. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]]
  for (const piece of pieces) {
    if (isInline(piece)) continue
    if (endsLine(piece)) lines.push([])
    else lines.at(-1)?.push(piece)
  }
  return lines
}

/** Whether a line can contain one of these sentences. Avoids reading the others character by character. */
function mayContain(pieces: readonly Piece[], sentences: readonly string[]): boolean {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : OTHER)).join('')
  const said = text.replace(/\s+/g, ' ')
  return said.includes('&') || sentences.some((sentence) => said.includes(sentence))
}

function readLine(pieces: readonly Piece[], decoded: Map<string, string>): Line {
  const line: Line = { characters: [], starts: [], ends: [] }
  for (const piece of pieces) {
    if (piece.kind === 'text') addText(line, piece, decoded)
    else addAs(line, OTHER, { from: piece.from, to: piece.from + piece.text.length })
  }
  return line
}

/** Whether every tag that opens in the markup closes there. */
function isBalanced(markup: string): boolean {
  const open: string[] = []
  for (const { kind, name } of piecesOf(markup)) {
    if (kind === 'open') open.push(name)
    else if (kind === 'close' && open.pop() !== name) return false
  }
  return open.length === 0
}

interface Stretch {
  from: number
  markup: string
}

/** The inline tags of a text by where they begin and end. */
interface TagPlaces {
  starting: ReadonlyMap<number, Piece>
  ending: ReadonlyMap<number, Piece>
}

function tagPlacesOf(pieces: readonly Piece[]): TagPlaces {
  const tags = pieces.filter(isInline)
  return {
    starting: new Map(tags.map((tag) => [tag.from, tag])),
    ending: new Map(tags.map((tag) => [tag.from + tag.text.length, tag])),
  }
}

/** Extends a stretch by the tags at its ends that belong to those within. */
function withItsTags(stretch: Stretch, { starting, ending }: TagPlaces): Stretch {
  const { from, markup } = stretch
  if (isBalanced(markup)) return stretch
  let [before, after] = ['', '']
  for (let count = 0; count < MOST_TAGS; count += 1) {
    before = (ending.get(from - before.length)?.text ?? '') + before
    after += starting.get(from + markup.length + after.length)?.text ?? ''
  }
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
  { text, starts, ends, tags }: Line & { text: string; tags: TagPlaces },
  sentences: ReadonlySet<string>,
): Generator<Stretch & { sentence: string }> {
  let place = 0
  for (const sentence of sentencesOf(text)) {
    const at = text.indexOf(sentence, place)
    place = at + sentence.length
    const [from = 0, end = 0] = [starts[at], ends[place - 1]]
    if (sentences.has(sentence))
      yield { sentence, ...withItsTags({ from, markup: content.slice(from, end) }, tags) }
  }
}

/** A block, and what its attributes say. */
interface Told {
  name: string
  from: number
  to: number
  said: string
}

const attributeText = (delimiter: string) =>
  lineOf(
    delimiter
      .slice(4, -3)
      .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('\\"', '"'),
  )

/** The blocks with attributes. One that repeats its text there would break if only the text changed. */
function toldIn(pieces: readonly Piece[]): Told[] {
  const told: Told[] = []
  const open: Told[] = []
  for (const piece of pieces) {
    const { from, text } = piece
    const { block: name = '', role } = delimiterOf(piece) ?? {}
    if (role === 'close') {
      const block = open.pop()
      if (block?.name === name) block.to = from
    } else if (role === 'open') {
      const block = { name, from, to: Number.POSITIVE_INFINITY, said: attributeText(text) }
      open.push(block)
      if (text.includes('{')) told.push(block)
    }
  }
  return told
}

/**
 * Where each of these sentences stands as a sentence of its own in the visible text. Leaves out a sentence that cannot
 * be removed everywhere without breaking the markup around it.
 */
function findStretches(content: string, sentences: readonly string[]): Map<string, readonly Stretch[]> {
  const wanted = new Set(sentences.filter((each) => each.length < CUT && each !== ''))
  const pieces = [...piecesOf(content)]
  const tags = tagPlacesOf(pieces)
  const found: (Stretch & { sentence: string })[] = []
  const decoded = new Map<string, string>()
  for (const each of linesOf(pieces)) {
    if (!mayContain(each, [...wanted])) continue
    const line = readLine(each, decoded)
    const text = line.characters.join('')
    if (![...wanted].some((sentence) => text.includes(sentence))) continue
    found.push(...stretchesIn(content, { ...line, text, tags }, wanted))
  }
  const told = found.length === 0 ? [] : toldIn(pieces)
  const stretches = Map.groupBy(found, ({ sentence }) => sentence)
  const isFree = ([sentence, places]: [string, readonly Stretch[]]) => {
    const repeating = told.filter(({ said }) => said.includes(sentence))
    return places.every(
      ({ from, markup }) =>
        isBalanced(markup) && !repeating.some((block) => block.from < from && from < block.to),
    )
  }
  return new Map([...stretches].filter(isFree))
}

/** Mentions of the old product that are sentences of the text itself, which a user can rewrite or remove. */
export function claimsIn(content: string, mentions: readonly string[]): string[] {
  const found = findStretches(content, mentions)
  return mentions.filter((mention) => found.has(mention))
}

/** The new words of a sentence as markup. Each link of the old one stays if the words contain its text. */
function rewritten(markup: string, words: string): string {
  const links = Map.groupBy(
    linksIn(markup).map(({ from, to, words }) => ({ link: markup.slice(from, to), said: lineOf(words) })),
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

/** Replaces or removes each of these sentences; null if one of them is not in the text. */
export function withAnswers(content: string, answers: readonly ClaimAnswer[]): string | null {
  if (PLACEHOLDERS.test(content)) return null
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
  return withoutDeadLinks(withoutEmptied(text + content.slice(place)), content)
}
