import type { UploadSource } from '#shared/features/keywords/keyword-uploads/contract.ts'

type Vendor = Exclude<UploadSource, 'copydesk' | 'other'>

/** How an export is known: by the heading of its keywords, and by any other heading that only it has. */
interface Export {
  source: Vendor
  keyword: RegExp
  /** Null if the keywords' heading is sufficient. */
  beside: RegExp | null
  /** A heading that distinguishes another tool's otherwise equal export. */
  never?: RegExp
}

const KEYWORD = /^keywords?$/
/** What Search Console calls its keywords in the languages of those who publish with it. */
const TOP_QUERIES =
  /^(?:top queries|häufigste suchanfragen|requêtes les plus fréquentes|(?:principales consultas|consultas principales)|principais consultas|query più frequenti|populairste zoekopdrachten|najczęstsze zapytania)$/
const QUERY = /^(?:query|queries|suchanfragen?|requêtes?|consultas?|zoekopdrachten|zapytania)$/
const OF_SEARCH_CONSOLE = /(?:^|\s)(?:clicks|impressions|ctr|klicks|impressionen|clics|impresiones|cliques)$/

/** The first one that fits is it. */
const EXPORTS: readonly Export[] = [
  { source: 'search-console', keyword: TOP_QUERIES, beside: null },
  { source: 'search-console', keyword: QUERY, beside: OF_SEARCH_CONSOLE },
  {
    source: 'keyword-planner',
    keyword: KEYWORD,
    beside: /^(?:avg\. monthly searches|competition \(indexed value\)|top of page bid \(.+\)|currency)$/,
  },
  {
    source: 'ahrefs',
    keyword: KEYWORD,
    beside: /^(?:kd|difficulty|parent (?:topic|keyword)|traffic potential|global volume|cps)$/,
    // Moz calls a column Difficulty, too.
    never: /^(?:min volume|max volume|organic ctr|priority)$/,
  },
  {
    source: 'semrush',
    keyword: KEYWORD,
    beside:
      /^(?:keyword difficulty(?: index)?|kd %|competitive density|number of results|seed keyword|intent|search volume|keyword intents)$/,
  },
]

/** The other lists of a Search Console export: what they are of, by their first heading. */
const LISTS: readonly (readonly [heading: RegExp, what: string])[] = [
  [/^(?:top pages|pages?)$/, 'pages'],
  [/^(?:countries|country)$/, 'countries'],
  [/^devices?$/, 'devices'],
  [/^dates?$/, 'days'],
  [/^search appearance$/, 'search appearances'],
]

const tidied = (cells: readonly string[]) =>
  cells.map((cell) => cell.trim().replace(/\s+/g, ' ').toLowerCase())

/** The tool whose export has these headings, and the zero-based column of its keywords; null if unknown. */
export function readSource(headings: readonly string[]): { source: Vendor; keyword: number } | null {
  const cells = tidied(headings)
  for (const { source, keyword, beside, never } of EXPORTS) {
    const at = cells.findIndex((cell) => keyword.test(cell))
    if (at < 0) continue
    if (never && cells.some((cell) => never.test(cell))) continue
    if (beside === null || cells.some((cell, index) => index !== at && beside.test(cell)))
      return { source, keyword: at }
  }
  return null
}

/** Kind of another list from the same tools without keywords; null if it is none. */
export function readOtherList(headings: readonly string[]): string | null {
  const [first = '', ...others] = tidied(headings)
  if (first === 'filter' && others[0] === 'value') return 'filters'
  if (!others.some((cell) => OF_SEARCH_CONSOLE.test(cell))) return null
  return LISTS.find(([heading]) => heading.test(first))?.[1] ?? null
}

/** Words over a column that most probably has keywords. */
const LIKE_KEYWORDS =
  /^(?:keywords?|kw|query|queries|search (?:query|queries|terms?|keywords?)|phrases?|terms?|keyword phrase|suchbegriffe?|suchanfragen?|requêtes?|mots?[- ]clés?|palabras? clave|consultas?)$/

/** The zero-based column with a keyword-like heading; -1 if there is none. */
export const likelyKeywords = (headings: readonly string[]): number =>
  tidied(headings).findIndex((cell) => LIKE_KEYWORDS.test(cell))
