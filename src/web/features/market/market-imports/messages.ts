import type { MarketImport } from '#shared/features/market/market-imports/contract.ts'
import { countedIn } from '#shared/format/count.ts'

export type MarketFile = 'keywords' | 'products'

export const IMPORT_FILE = 'Import a file'
export const EXPORT_CSV = 'Export CSV'
export const NOTHING_IMPORTED = 'Nothing was imported.'

interface FileWords {
  title: string
  /** The required columns of the file, and the optional ones. */
  about: string
  noun: 'keyword' | 'product'
}
export const FILE_WORDS: Readonly<Record<MarketFile, FileWords>> = {
  keywords: {
    title: 'Import market data',
    about:
      'A CSV file with the columns Keyword and Volume. Optional: Country, Category, Competition, Trend, Price, Units, Seasonality and Peak week. The column names of keyword tools work too.',
    noun: 'keyword',
  },
  products: {
    title: 'Import products',
    about:
      'A CSV file with the columns ASIN (or a product’s address) and Name. Optional: Country, Brand, Category, Price, Rating, Reviews, Sellers, Sales, Revenue, Listed and Availability. The column names of research tools work too.',
    noun: 'product',
  },
}

export const importedWords = (file: MarketFile, { saved }: MarketImport) =>
  `${countedIn(saved, FILE_WORDS[file].noun)} imported`

export const refusedWords = (refused: number) => `${countedIn(refused, 'row')} refused`
