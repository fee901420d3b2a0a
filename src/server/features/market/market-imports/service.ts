import type { MarketImport } from '#shared/features/market/market-imports/contract.ts'
import type { UploadedStream } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { KeywordMarket, MarketFiles } from '../../../integrations/keyword-market/port.ts'
import { damageText } from '../../../kernel/imports/damaged-file.ts'
import type { ImportTally, RefusedRow, RowSource } from '../../../kernel/imports/import-run.ts'
import { readCsvBytes, type TableKind } from '../../../kernel/imports/table-reader.ts'
import { createUploadPlaces } from '../../../kernel/imports/upload-places.ts'
import type { Caller } from '../../../security/actor.ts'
import { importOpportunities, opportunitiesTable } from './verbs/import-opportunities.ts'
import { importProducts, productsTable } from './verbs/import-products.ts'

/** Most refused rows returned with their reasons. */
const MOST_TOLD = 100
const LONGEST_TOLD = 200

export interface MarketImportDeps {
  db: Db
  clock: () => Date
  market: Pick<KeywordMarket, 'source' | 'files'>
}

interface ImportContext extends Omit<MarketImportDeps, 'market'> {
  files: MarketFiles
  by: Caller
  refuse: (row: RefusedRow) => void
}

interface MarketFile {
  table: TableKind
  run(context: ImportContext, rows: RowSource): Promise<ImportTally & { saved: number }>
}

const KEYWORDS: MarketFile = { table: opportunitiesTable, run: importOpportunities }
const PRODUCTS: MarketFile = { table: productsTable, run: importProducts }

const textOf = ({ all, cells }: RefusedRow) =>
  (all ?? Object.values(cells)).map(String).join(', ').slice(0, LONGEST_TOLD)

/** Imports of files that people upload, for a market that no provider serves. */
export function createMarketImportsService({ db, clock, market }: MarketImportDeps) {
  const takeFile = createUploadPlaces()

  const importAs =
    ({ table, run }: MarketFile) =>
    async (actor: Caller, stream: UploadedStream | null): Promise<MarketImport> => {
      if (stream === null || !/\.csv$/i.test(stream.name))
        throw new AppError('unsupported', 'Only .csv files can be uploaded.')
      const { files } = market
      if (files === undefined)
        throw new AppError('conflict', `${market.source} provides this data, so files aren’t needed here.`)
      const errors: MarketImport['errors'] = []
      const context = {
        db,
        clock,
        files,
        by: actor,
        refuse(row: RefusedRow) {
          if (errors.length < MOST_TOLD) errors.push({ line: row.line, text: textOf(row), reason: row.why })
        },
      }
      const { saved, refused, damage } = await takeFile(actor.id, stream.content, (whole) =>
        run(context, readCsvBytes(whole, table)),
      )
      return { saved, refused, errors, damage: damage && damageText(damage) }
    }

  return { keywords: importAs(KEYWORDS), products: importAs(PRODUCTS) }
}
export type MarketImportsService = ReturnType<typeof createMarketImportsService>
