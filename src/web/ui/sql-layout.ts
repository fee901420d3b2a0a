import { PostgreSQL } from '@codemirror/lang-sql'

interface Token {
  kind: string
  text: string
  /** The same in small letters where it may be a word of the language. */
  word: string
  /** What stood between it and the one before. */
  gap: string
}

/** Words that begin a line of their own. */
const BEGIN = new Set(
  'select from where group having order limit offset fetch window union intersect except values'.split(' '),
)
const JOINS = new Set('left right full inner cross natural join'.split(' '))
const JOINED = new Set('outer join left right full inner'.split(' '))
const QUERIES = new Set(['select', 'with', 'values'])
const STEP = '  '

/** The smallest parts of a statement, comments among them; what the grammar does not know stands as it is. */
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

/** Whether one of a join’s words begins it: `left join`, and not `left(name, 3)`. */
const beginsJoin = ({ word }: Token, before: Token | undefined, next: Token | undefined) =>
  JOINS.has(word) &&
  !JOINED.has(before?.word ?? '') &&
  !JOINS.has(before?.word ?? '') &&
  (word === 'join' || JOINED.has(next?.word ?? ''))

/** Follows how deep a statement is in parentheses, in CASE and in BETWEEN. */
function createPlace() {
  /** Of each open parenthesis, whether a query stands in it. */
  const open: boolean[] = []
  let cases = 0
  let isBetween = false
  const indent = () => STEP.repeat(open.filter(Boolean).length)
  /** What stands before a token in the place of spaces; null where they stay. */
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
  /** Whether the parenthesis that is closed here held a query. */
  const close = (): boolean => open.pop() === true
  return { indent, breakBefore, follow, close }
}

/** What stands between two tokens that stay on one line. */
function spaceBetween(before: Token, token: Token): string {
  // Two texts are one only where a line ends between them.
  if (before.kind === 'String' && token.kind === 'String') return token.gap
  if (token.text === ',' || token.text === ')' || before.text === '(') return ''
  if (before.text === ',') return ' '
  return token.gap === '' ? '' : ' '
}

/**
 * A statement with a line for each clause. Only spaces and line ends between its parts change: words, texts and comments
 * stay as they were typed.
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
