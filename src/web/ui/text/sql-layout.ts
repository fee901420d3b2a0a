import { PostgreSQL } from '@codemirror/lang-sql'

interface Token {
  kind: string
  text: string
  /** The text in lower case if it can be a keyword. */
  word: string
  /** The whitespace before it. */
  gap: string
}

/** Keywords that start a new line. */
const BEGIN = new Set(
  'select from where group having order limit offset fetch window union intersect except values'.split(' '),
)
const JOINS = new Set('left right full inner cross natural join'.split(' '))
const JOINED = new Set('outer join left right full inner'.split(' '))
const QUERIES = new Set(['select', 'with', 'values'])
const STEP = '  '

/** The tokens of a statement, including comments. Text that the grammar does not know stays as it is. */
function tokensOf(statement: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  let gap = ''
  const add = (kind: string, text: string) => {
    tokens.push({ kind, text, word: /^[a-z]+$/i.test(text) ? text.toLowerCase() : '', gap })
    gap = ''
  }
  const addBetween = (text: string) => {
    for (const part of text.match(/\s+|\S+/g) ?? []) {
      if (part.trim() === '') gap += part
      else add('', part)
    }
  }
  PostgreSQL.language.parser.parse(statement).iterate({
    enter({ name, from, to, node }) {
      if (node.firstChild !== null || from === to) return
      addBetween(statement.slice(end, from))
      add(name, statement.slice(from, to))
      end = to
    },
  })
  addBetween(statement.slice(end))
  return tokens
}

/** Whether a word starts a join: `left join`, but not `left(name, 3)`. */
const beginsJoin = ({ word }: Token, before: Token | undefined, next: Token | undefined) =>
  JOINS.has(word) &&
  !JOINED.has(before?.word ?? '') &&
  !JOINS.has(before?.word ?? '') &&
  (word === 'join' || JOINED.has(next?.word ?? ''))

/** Tracks the nesting in parentheses, CASE and BETWEEN. */
function createPlace() {
  /** For each open parenthesis, whether it contains a query. */
  const open: boolean[] = []
  let cases = 0
  let isBetween = false
  const indent = () => STEP.repeat(open.filter(Boolean).length)
  /** The line break before a token; null if the whitespace stays. */
  function breakBefore(token: Token, before: Token | undefined, next: Token | undefined): string | null {
    if (open.at(-1) === false || cases > 0) return null
    if ((token.word === 'and' || token.word === 'or') && !isBetween) return `\n${indent()}${STEP}`
    const isDistinct = token.word === 'from' && before?.word === 'distinct'
    const begins = (BEGIN.has(token.word) && !isDistinct) || beginsJoin(token, before, next)
    return begins ? `\n${indent()}` : null
  }
  function follow(token: Token, next: Token | undefined): void {
    if (token.text === '(') open.push(QUERIES.has(next?.word ?? ''))
    if (token.word === 'case') cases += 1
    if (token.word === 'end' && cases > 0) cases -= 1
    if (token.word === 'between') isBetween = true
    else if (token.word === 'and') isBetween = false
  }
  /** Whether the parenthesis closed here contained a query. */
  const close = (): boolean => open.pop() === true
  return { indent, breakBefore, follow, close }
}

/** The space between two tokens on the same line. */
function spaceBetween(before: Token, token: Token): string {
  // Two string literals are only concatenated if there is a line break between them.
  if (before.kind === 'String' && token.kind === 'String') return token.gap
  if (token.text === ',' || token.text === ')' || before.text === '(') return ''
  if (before.text === ',') return ' '
  return token.gap === '' ? '' : ' '
}

/**
 * Formats a statement with a line for each clause. Only whitespace between tokens changes: words, texts and
 * comments stay as typed.
 */
export function formatStatement(statement: string): string {
  const tokens = tokensOf(statement)
  const place = createPlace()
  let text = ''
  tokens.forEach((token, at) => {
    const before = tokens[at - 1]
    const next = tokens[at + 1]
    const held = token.text === ')' && place.close()
    if (before !== undefined) {
      const gap = held ? `\n${place.indent()}` : place.breakBefore(token, before, next)
      const kept = before.kind === 'LineComment' ? `\n${place.indent()}` : spaceBetween(before, token)
      text += gap ?? kept
    }
    text += token.text
    place.follow(token, next)
  })
  return text
}
