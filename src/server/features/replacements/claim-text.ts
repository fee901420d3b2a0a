import { escapeText, lineOf } from '../../plain-text.ts'

/** A user's decision on a sentence about the old product: new words, or removal. */
export interface ClaimAnswer {
  sentence: string
  /** Empty to remove it. */
  words: string
}

/** A mention of this length may have been truncated. */
const CUT = 300
const TAGS = '(?:</?(?:a|abbr|b|code|em|i|mark|span|strong|u)\\b[^<>]{0,4000}>)*'
const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;|&#0?34;',
  "'": '&#0?39;|&apos;',
  '’': '&rsquo;|&#8217;',
  '‘': '&lsquo;|&#8216;',
  '“': '&ldquo;|&#8220;',
  '”': '&rdquo;|&#8221;',
  '–': '&ndash;|&#8211;',
  '—': '&mdash;|&#8212;',
  '…': '&hellip;|&#8230;',
}
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Pattern for a word or a sign as it may occur in markup. */
function written(token: string): string {
  if (/^\s+$/.test(token)) return '(?:\\s|&nbsp;|&#160;)+'
  const ways = [literally(token), literally(escapeText(token)), ENTITIES[token] ?? '']
  return `(?:${[...new Set(ways)].filter((way) => way !== '').join('|')})`
}

/** Pattern for a sentence with any inline tags between its words. */
const patternOf = (sentence: string) =>
  new RegExp((sentence.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []).map(written).join(TAGS), 'gu')

/** Whether every tag that opens in the markup closes there. */
function isBalanced(markup: string): boolean {
  const open: string[] = []
  for (const [, end, name = ''] of markup.matchAll(/<(\/?)([a-z]+)/gi)) {
    if (end === '') open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

/** Whether a position is within a tag, a comment or a shortcode. */
function isInMarkup(content: string, at: number): boolean {
  const before = content.slice(Math.max(0, at - 4000), at)
  return (
    before.lastIndexOf('<') > before.lastIndexOf('>') ||
    /\[[a-z][^\][\n]*$/i.test(before.slice(before.lastIndexOf('[')))
  )
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

/**
 * Occurrences of a sentence in the visible text that can be removed without breaking the markup around them.
 */
function stretchesOf(content: string, sentence: string): Stretch[] {
  if (sentence.length >= CUT || sentence.trim() === '') return []
  const all = [...content.matchAll(patternOf(sentence))].map(({ index, 0: said }) =>
    withItsTags(content, { from: index, markup: said }),
  )
  const isWhole = all.every(({ from, markup }) => isBalanced(markup) && !isInMarkup(content, from))
  return isWhole ? all : []
}

/** Mentions of the old product that are sentences of the text itself, which a user can rewrite or remove. */
export const claimsIn = (content: string, mentions: readonly string[]): string[] =>
  mentions.filter((mention) => stretchesOf(content, mention).length > 0)

const LINK = /<a\b[^<>]{0,4000}>([^<>]{1,2000})<\/a>/gi
/** Replaces a sentence. If the new words contain the text of a link, they keep the link. */
function rewritten(markup: string, words: string): string {
  let text = escapeText(words.trim())
  for (const [link, said = ''] of markup.matchAll(LINK))
    text = text.replace(escapeText(lineOf(said)), () => link)
  return text
}

/** Placeholder for a removed sentence until all are removed. */
const GONE = '\uE0FF'
const NOTHING_ELSE = `(?:\\s*${GONE})+\\s*`
const EMPTIED_BLOCK = new RegExp(
  `<!-- wp:(paragraph|heading|list-item)(?: \\{[^<>]*\\})? -->\\s*<(p|h[1-6]|li)(?:\\s[^<>]*)?>${NOTHING_ELSE}</\\2>\\s*<!-- /wp:\\1 -->\\s*`,
  'g',
)
const EMPTIED = new RegExp(`<(p|h[1-6]|li)(?:\\s[^<>]*)?>${NOTHING_ELSE}</\\1>\\s*`, 'g')

/** Removes elements that contained only removed sentences, but not those that were empty before. */
const withoutEmptied = (markup: string) =>
  markup.replace(EMPTIED_BLOCK, '').replace(EMPTIED, '').replaceAll(` ${GONE}`, '').replaceAll(GONE, '')

/** Replaces or removes each of these sentences. */
export function withAnswers(content: string, answers: readonly ClaimAnswer[]): string {
  let text = content
  for (const { sentence, words } of answers) {
    for (const { from, markup } of stretchesOf(text, sentence).reverse()) {
      const [before, after] = [text.slice(0, from), text.slice(from + markup.length)]
      const said = rewritten(markup, words)
      text = `${before}${said === '' ? GONE : said}${after}`
    }
  }
  return withoutEmptied(text)
}
