import type { FastifyBaseLogger } from 'fastify'
import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import type { EnqueueOnce } from '../../../jobs/job.ts'
import type { BeginRun } from '../../../kernel/runs/run.ts'
import type { OutsideService, SystemService } from '../../ground/area.ts'
import type { LibraryDeps } from './deps.ts'
import { libraryJobs } from './jobs.ts'
import { mentionFiles } from './mention-files.ts'
import { createReadingListener } from './reading-listener.ts'
import { libraryHandlers } from './routes.ts'
import { createLibraryService } from './service.ts'

/** The file that people may ask for here. */
export { PRODUCT_MENTIONS } from './mention-files.ts'
export { readStoredCounts } from './queries.ts'

/** As it is called among the outside systems. */
const PORT = 'Products'

interface Frame {
  catalog: ProductCatalog
  vendors: { amazon: object | undefined }
}

/**
 * Only a connected marketplace knows a real workspace's products; the sample's products are from the built-in
 * catalogue.
 */
const scanningIn =
  ({ vendors }: Frame, system: Pick<SystemService, 'isSample'>) =>
  async () =>
    vendors.amazon !== undefined || (await system.isSample())

/** Updates the stock after each reading of the catalogue. */
export const updateStocksOnReading = (frame: Frame, system: Pick<SystemService, 'isSample'>) =>
  createReadingListener({ catalog: frame.catalog, isScanning: scanningIn(frame, system) })

interface Deps extends LibraryDeps, Frame {
  enqueueOnce: EnqueueOnce
  beginRun: BeginRun
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  stockScan: { dailyAt: string; callsPerDay: number }
  system: Pick<SystemService, 'isSample'>
  outside: Pick<OutsideService, 'reportFailure' | 'reportSuccess'>
}

export function createProductLibrary({ stockScan, system, outside, ...deps }: Deps) {
  const scan = {
    ...deps,
    ...stockScan,
    keepsPrices: deps.catalog.keepsPrices === true,
    isScanning: scanningIn(deps, system),
    tell: {
      failure: (error: IntegrationError) => outside.reportFailure(PORT, error),
      success: () => outside.reportSuccess(PORT),
    },
  }
  const service = createLibraryService(scan)
  return {
    service,
    handlers: libraryHandlers(service, deps.clock),
    files: mentionFiles(deps),
    jobs: libraryJobs(scan),
  }
}
