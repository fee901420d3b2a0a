import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/rules.ts'
import { type Country, MARKETS } from '#shared/features/opportunities/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import {
  type NewMarketKeyword,
  saveMarketKeywords,
} from '../../../integrations/keyword-market/keyword-store.ts'
import { rescore } from '../../../integrations/keyword-market/rescore.ts'
import { recognizeColumns } from '../../../kernel/imports/columns.ts'
import {
  type ImportDefinition,
  type ImportTally,
  OPERATOR,
  type RowSource,
  runImport,
} from '../../../kernel/imports/import-run.ts'
import type { ImportRow, TableKind } from '../../../kernel/imports/table-reader.ts'
import { audit } from '../../../security/audit.ts'

/** Rows that are written together. */
const BATCH = 4000
const LONGEST_KEYWORD = 255
const LONGEST_CATEGORY = 100
const MOST = 2_000_000_000

/** How files of market data are understood: our own names, and those of keyword tools. */
export const opportunitiesTable: TableKind = {
  recognize: recognizeColumns({
    keyword: ['search term', 'query', 'name'],
    volume: [
      'search volume',
      'monthly search volume',
      'searches',
      'exact search volume',
      'avg monthly searches',
    ],
    country: ['region', 'market'],
    category: [],
    trend: ['monthly trend', '30 day trend'],
    quarter: ['quarterly trend', '90 day trend'],
    competition: ['keyword difficulty', 'difficulty', 'kd'],
    price: ['avg price', 'average price'],
    units: ['units sold', 'avg units sold', 'average units sold'],
    seasonality: [],
    peak: ['peak week'],
  }),
  expected: ['Keyword', 'Volume'],
}

export interface OpportunityImportParts {
  db: Db
  clock: () => Date
  /** The market that the keywords belong to, as its adapter is called. */
  source: string
  /** Called for each row that is refused. */
  refuse: ImportDefinition<unknown>['onRefused']
}

const PLAIN_NUMBER = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/

interface Range {
  min: number
  max: number
  /** Only whole numbers are kept. */
  isWhole?: boolean
}

const RANGES = {
  volume: { min: 0, max: MOST, isWhole: true },
  trend: { min: -100, max: 1_000_000 },
  quarter: { min: -100, max: 1_000_000 },
  competition: { min: 0, max: 100, isWhole: true },
  price: { min: 0, max: 1_000_000 },
  units: { min: 0, max: MOST, isWhole: true },
  seasonality: { min: 1, max: 5, isWhole: true },
  peak: { min: 1, max: 53, isWhole: true },
} as const satisfies Record<string, Range>
type Figure = keyof typeof RANGES
const FIGURES = Object.keys(RANGES) as readonly Figure[]

const words = (cell: unknown) =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : ''

/** A figure of a cell; null where it says nothing, undefined where it is none within its range. */
function figureIn(cell: unknown, { min, max, isWhole = false }: Range): number | null | undefined {
  const text = words(cell).replace(/^[$€£¥₹]\s?|\s?[%$€£¥₹]$/g, '')
  if (text === '' || text === '-' || text === '–') return null
  if (!PLAIN_NUMBER.test(text)) return undefined
  const number = Number(text.replaceAll(',', ''))
  const figure = isWhole ? Math.round(number) : number
  return figure < min || figure > max ? undefined : figure
}

type Figures = Readonly<Record<Figure, number | null>>

/** The figures of a row; or a sentence that says which one is wrong. */
function figuresOf({ cells }: ImportRow): Figures | string {
  const read = FIGURES.map((name) => [name, figureIn(cells[name], RANGES[name])] as const)
  const wrong = read.find(([, figure]) => figure === undefined)
  if (wrong) {
    const { min, max } = RANGES[wrong[0]]
    const range = max >= 1_000_000 ? `from ${min}` : `from ${min} to ${max}`
    return `${wrong[0]}: Must be a number ${range}, such as 1200`
  }
  return Object.fromEntries(read) as Figures
}

/** The country of a code or a name; the United States where none is said. */
function countryIn(cell: unknown): Country | undefined {
  const said = words(cell).toLowerCase()
  if (said === '') return 'us'
  if (said === 'gb') return 'uk'
  const found = Object.entries(MARKETS).find(
    ([code, { name }]) => code === said || name.toLowerCase() === said,
  )
  return found?.[0] as Country | undefined
}

/** The row as a keyword of a market; or a sentence that says what is wrong with it. */
function readKeyword(row: ImportRow, source: string, readAt: Date): NewMarketKeyword | string {
  const { cells } = row
  const name = tidyKeyword(words(cells.keyword))
  if (name === '') return 'keyword: Is missing'
  if (name.length > LONGEST_KEYWORD) return `keyword: Must have at most ${LONGEST_KEYWORD} characters`
  const country = countryIn(cells.country)
  if (country === undefined) return `country: Must be one of ${Object.keys(MARKETS).join(', ')}`
  const figures = figuresOf(row)
  if (typeof figures === 'string') return figures
  if (figures.volume === null) return 'volume: Is missing'
  return {
    source,
    country,
    name,
    identity: keywordIdentity(name),
    category: words(cells.category).slice(0, LONGEST_CATEGORY) || 'Other',
    volume: figures.volume,
    monthlyTrend: figures.trend,
    quarterlyTrend: figures.quarter,
    competition: figures.competition,
    price: figures.price === null ? null : Math.round(figures.price * 100),
    unitsSold: figures.units,
    seasonality: figures.seasonality,
    peakWeek: figures.peak === null ? null : Math.min(figures.peak, 52),
    readAt,
  }
}

export interface ImportedOpportunities extends ImportTally {
  /** Keywords of the market now known, added or brought up to date. */
  saved: number
}

/**
 * Writes what a keyword tool says of a market's searches. Of rows about one search the last one counts, so that the same
 * file may be read any number of times; what a file does not say of a known search stays.
 */
export async function importOpportunities(
  { db, clock, source, refuse }: OpportunityImportParts,
  rows: RowSource,
): Promise<ImportedOpportunities> {
  const readAt = clock()
  const countries = new Set<Country>()
  let saved = 0
  const tally = await runImport<NewMarketKeyword>(rows, {
    mode: 'as far as it goes',
    batch: BATCH,
    check: (row) => readKeyword(row, source, readAt),
    async write(batch) {
      const distinct = new Map(batch.map(({ value }) => [`${value.country} ${value.identity}`, value]))
      await saveMarketKeywords(db, [...distinct.values()])
      saved += distinct.size
      for (const { value } of batch) countries.add(value.country)
    },
    onRefused: refuse,
  })
  for (const country of countries) await rescore(db, source, country)
  const result = { saved, ...tally }
  await transaction(db, (tx) => audit(tx, OPERATOR, 'opportunities.imported', { after: result }))
  return result
}
