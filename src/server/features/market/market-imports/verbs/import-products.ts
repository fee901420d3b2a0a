import { asinFrom } from '#shared/features/articles/articles/rules.ts'
import { ASIN_PATTERN } from '#shared/features/products/products/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { sheetFaultOf } from '../../../../files/sheet-error.ts'
import type { FileProduct, MarketFiles } from '../../../../integrations/keyword-market/port.ts'
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

/** PostgreSQL takes 65,535 parameters per statement, and a row has 15. */
const BATCH = 2000
const LONGEST_NAME = 500
const LONGEST_WORDS = 200

/** How files of products are understood: our own names, and those of product research tools. */
export const productsTable: TableKind = {
  recognize: recognizeColumns({
    asin: ['product id', 'url', 'product url', 'amazon url'],
    name: ['title', 'product', 'product name', 'product title', 'product details'],
    country: ['region', 'market', 'marketplace'],
    brand: ['manufacturer'],
    category: ['root category', 'categories: root'],
    image: ['image url', 'picture'],
    price: ['buy box price', 'buy box: current', 'current price'],
    rating: ['stars', 'average rating', 'reviews rating', 'review rating', 'reviews: rating'],
    reviews: [
      'review count',
      'reviews count',
      'ratings',
      'number of reviews',
      '# of reviews',
      'reviews: review count',
    ],
    sellers: ['active sellers', 'number of sellers', '# of sellers', 'seller count'],
    sales: [
      'monthly sales',
      'est monthly sales',
      'estimated sales',
      'asin sales',
      'units sold',
      'monthly units sold',
    ],
    revenue: ['monthly revenue', 'est monthly revenue', 'estimated revenue', 'asin revenue'],
    listed: ['date first available', 'listed on', 'listed at'],
    available: ['availability', 'stock'],
  }),
  expected: ['ASIN', 'Name'],
}

export interface ProductImportDeps {
  db: Db
  clock: () => Date
  files: Pick<MarketFiles, 'saveProducts'>
  /** Who imports the file: an operator at the terminal, unless said otherwise. */
  by?: Actor
  /** Called for each row that is refused. */
  refuse: ImportDefinition<unknown>['onRefused']
}

const RANGES = {
  price: { min: 0, max: 1_000_000 },
  rating: { min: 0, max: 5 },
  reviews: { min: 0, max: MOST, isWhole: true },
  sellers: { min: 0, max: MOST, isWhole: true },
  sales: { min: 0, max: MOST, isWhole: true },
  revenue: { min: 0, max: 1_000_000_000_000 },
} as const satisfies Record<string, Range>

const AVAILABLE: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['in stock', true],
  ['in_stock', true],
  ['available', true],
  ['no', false],
  ['false', false],
  ['out of stock', false],
  ['out_of_stock', false],
  ['unavailable', false],
  ['sold out', false],
])

const DAY = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/

/** A day as `yyyy-MM-dd`; null if empty, undefined if invalid. */
function dayIn(cell: unknown): string | null | undefined {
  const text = cellWords(cell)
  if (text === '' || text === '-' || text === '–') return null
  const day = DAY.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined
  return new Date(day).toISOString().startsWith(day) ? day : undefined
}

/** A picture is shown to people, so only a secure address counts. */
const pictureIn = (cell: unknown) => {
  const text = cellWords(cell)
  return text.startsWith('https://') && URL.canParse(text) ? text : null
}

const shortWords = (cell: unknown) => cellWords(cell).slice(0, LONGEST_WORDS) || null

/** The parsed product, or a sentence about the row's fault. */
function readProduct(row: ImportRow, readAt: Date): FileProduct | string {
  const { cells } = row
  const broken = sheetFaultOf(cells)
  if (broken !== undefined) return broken
  const asin = asinFrom(cellWords(cells.asin))
  if (!ASIN_PATTERN.test(asin)) return 'asin: Must have ten letters and digits, or be a product’s address'
  const name = cellWords(cells.name)
  if (name === '') return 'name: Is missing'
  const market = countryOf(cells.country)
  if (typeof market === 'string') return market
  const figures = figuresOf(row, RANGES)
  if (typeof figures === 'string') return figures
  const listedOn = dayIn(cells.listed)
  if (listedOn === undefined) return 'listed: Must be a day, such as 2026-11-28'
  return {
    ...market,
    ...figures,
    asin,
    name: name.slice(0, LONGEST_NAME),
    brand: shortWords(cells.brand),
    category: shortWords(cells.category),
    imageUrl: pictureIn(cells.image),
    listedOn,
    isAvailable: AVAILABLE.get(cellWords(cells.available).toLowerCase()) ?? null,
    readAt,
  }
}

export interface ImportedProducts extends ImportTally {
  /** Products added or updated. */
  saved: number
}

/**
 * Writes what a file says of a marketplace's products. Of rows about one product the last one counts, so that the same
 * file may be read any number of times; what a file does not say of a known product stays.
 */
export async function importProducts(
  { db, clock, files, by = OPERATOR, refuse }: ProductImportDeps,
  rows: RowSource,
): Promise<ImportedProducts> {
  const readAt = clock()
  let saved = 0
  const tally = await runImport<FileProduct>(rows, {
    mode: 'as far as it goes',
    batch: BATCH,
    check: (row) => readProduct(row, readAt),
    async write(batch) {
      const distinct = new Map(batch.map(({ value }) => [`${value.country} ${value.asin}`, value]))
      await files.saveProducts([...distinct.values()])
      saved += distinct.size
    },
    onRefused: refuse,
  })
  const result = { saved, ...tally }
  await transaction(db, (tx) => audit(tx, by, 'products.imported', { after: result }))
  return result
}
