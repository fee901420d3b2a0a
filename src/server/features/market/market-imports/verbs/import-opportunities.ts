import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { sheetFaultOf } from '../../../../files/sheet-error.ts'
import type { FileKeyword, MarketFiles } from '../../../../integrations/keyword-market/port.ts'
import { recognizeColumns } from '../../../../kernel/imports/columns.ts'
import {
  type ImportDefinition,
  type ImportTally,
  OPERATOR,
  type RowSource,
  runImport,
} from '../../../../kernel/imports/import-run.ts'
import type { ImportRow, TableKind } from '../../../../kernel/imports/table-reader.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { cellWords, countryOf, figuresOf, MOST, type Range } from '../cell-reader.ts'

/** Rows that are written together. */
const BATCH = 4000
const LONGEST_KEYWORD = 255
const LONGEST_CATEGORY = 100

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

export interface OpportunityImportDeps {
  db: Db
  clock: () => Date
  files: Pick<MarketFiles, 'saveKeywords' | 'rescore'>
  /** Who imports the file: an operator at the terminal, unless said otherwise. */
  by?: Actor
  /** Called for each row that is refused. */
  refuse: ImportDefinition<unknown>['onRefused']
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

/** The parsed keyword, or a sentence about the row's fault. */
function readKeyword(row: ImportRow, readAt: Date): FileKeyword | string {
  const { cells } = row
  const broken = sheetFaultOf(cells)
  if (broken !== undefined) return broken
  const name = tidyKeyword(cellWords(cells.keyword))
  if (name === '') return 'keyword: Is missing'
  if (name.length > LONGEST_KEYWORD) return `keyword: Must have at most ${LONGEST_KEYWORD} characters`
  const market = countryOf(cells.country)
  if (typeof market === 'string') return market
  const figures = figuresOf(row, RANGES)
  if (typeof figures === 'string') return figures
  if (figures.volume === null) return 'volume: Is missing'
  return {
    ...market,
    name,
    identity: keywordIdentity(name),
    category: cellWords(cells.category).slice(0, LONGEST_CATEGORY) || 'Other',
    volume: figures.volume,
    monthlyTrend: figures.trend,
    quarterlyTrend: figures.quarter,
    competition: figures.competition,
    price: figures.price,
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
  { db, clock, files, by = OPERATOR, refuse }: OpportunityImportDeps,
  rows: RowSource,
): Promise<ImportedOpportunities> {
  const readAt = clock()
  const countries = new Set<Country>()
  let saved = 0
  const tally = await runImport<FileKeyword>(rows, {
    mode: 'as far as it goes',
    batch: BATCH,
    check: (row) => readKeyword(row, readAt),
    async write(batch) {
      const distinct = new Map(batch.map(({ value }) => [`${value.country} ${value.identity}`, value]))
      await files.saveKeywords([...distinct.values()])
      saved += distinct.size
      for (const { value } of batch) countries.add(value.country)
    },
    onRefused: refuse,
  })
  for (const country of countries) await files.rescore(country)
  const result = { saved, ...tally }
  await transaction(db, (tx) => audit(tx, by, 'opportunities.imported', { after: result }))
  return result
}
