import { z } from 'zod'
import type { Permission } from '../../../access/permissions.ts'
import { endpoint } from '../../../http/endpoint.ts'

export const MARKET_FILE_MAXIMUM = 100 * 1024 * 1024

/** What came of a file of market data. */
export const MarketImport = z.object({
  /** Keywords or products added or updated. */
  saved: z.number(),
  /** Rows that were refused, and the first hundred of them with the reason. */
  refused: z.number(),
  errors: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
  /** Why reading the file stopped, as a sentence; everything before was imported. */
  damage: z.string().nullable(),
})
export type MarketImport = z.infer<typeof MarketImport>

const marketImport = <const Permitted extends readonly [Permission, ...Permission[]]>(
  path: string,
  access: Permitted,
  of: string,
) =>
  endpoint({
    method: 'POST',
    path: `/api/keyword-opportunities/${path}`,
    access,
    summary: `Import ${of} from a CSV file, as \`npm run import\` does. Refused where a provider is connected.`,
    body: z.object({}),
    upload: z.object({}),
    streamMaximum: MARKET_FILE_MAXIMUM,
    answer: MarketImport,
    perMinute: 20,
  })

export const marketImportEndpoints = {
  keywords: marketImport('import', ['KeywordsUpload'], 'market data of keywords'),
  products: marketImport('products/import', ['ManageProducts'], 'products'),
}
