import { z } from 'zod'
import { SCREENS } from '#shared/access/screens.ts'
import type { Db } from '../../../db/connect.ts'
import { type Cell, workbookOf } from '../../../files/workbook.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import { listMentions, type Mention } from './mention-queries.ts'

export const PRODUCT_MENTIONS = 'product-mentions'

const Request = z.object({ asin: z.string() })

const COLUMNS = [
  { header: 'Site', width: 20 },
  { header: 'Title', width: 60 },
  { header: 'Status', width: 14 },
  { header: 'Award', width: 24 },
  { header: 'Keywords', width: 40 },
  { header: 'Address', width: 50 },
] as const

const rowOf = ({ site, title, status, award, keywords, url }: Mention): Cell[] => [
  site.display_name,
  title,
  status,
  award,
  keywords.map(({ keyword }) => keyword).join(', '),
  url ?? '',
]

async function* rowsOf(db: Db, asin: string, viewerId: number): AsyncGenerator<Cell[]> {
  for (const mention of await listMentions(db, asin, viewerId)) yield rowOf(mention)
}

/** What recommends a product, as a kind of export. */
export const mentionFiles = ({ db }: { db: Db }): ExportKinds => ({
  [PRODUCT_MENTIONS]: exportKind(Request, {
    access: SCREENS.products.access,
    nameOf: ({ asin }) => `${asin}-articles.xlsx`,
    write: ({ asin }, ownerId) =>
      workbookOf({ name: asin, columns: COLUMNS, rows: rowsOf(db, asin, ownerId) }),
  }),
})
