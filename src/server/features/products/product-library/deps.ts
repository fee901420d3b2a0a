import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/connect.ts'
import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { EnqueueOnce } from '../../../jobs/job.ts'
import type { BeginRun } from '../../../kernel/runs/run.ts'
import type { ProductsService } from '../products/service.ts'

export interface LibraryDeps {
  db: Db
  clock: () => Date
  timeZone: string
  products: Pick<ProductsService, 'readProducts' | 'lookUp' | 'storeReading'>
}

export interface ScanDeps extends LibraryDeps {
  enqueueOnce: EnqueueOnce
  beginRun: BeginRun
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** `HH:MM` in the organisation's time zone. */
  dailyAt: string
  /** All scans of a day together. */
  callsPerDay: number
  keepsPrices: boolean
  /** If false, nothing is scanned: the built-in catalogue knows only its own generated products. */
  isScanning: () => Promise<boolean>
  /** Called when the catalogue refuses the account, and when it works. */
  tell: { failure: (error: IntegrationError) => Promise<void>; success: () => Promise<void> }
}
