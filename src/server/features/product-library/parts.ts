import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { IntegrationError } from '../../integrations/integration-error.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { ProductsService } from '../products/service.ts'

export interface LibraryParts {
  db: Db
  clock: () => Date
  timeZone: string
  products: Pick<ProductsService, 'readProducts' | 'lookUp' | 'keepAnswer'>
}

export interface ScanParts extends LibraryParts {
  enqueue: Enqueue
  isUnderWay: (name: string, payload: object) => Promise<boolean>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** `HH:MM` in the organisation's time zone. */
  dailyAt: string
  /** All scans of a day together. */
  callsPerDay: number
  keepsPrices: boolean
  /** Where this says no, nothing is scanned: what is built in knows its invented goods and nobody's products. */
  isScanning: () => Promise<boolean>
  /** Told where the catalogue refuses the account, and where it works. */
  tell: { failure: (error: IntegrationError) => Promise<void>; success: () => Promise<void> }
}
