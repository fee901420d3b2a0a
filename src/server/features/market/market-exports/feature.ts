import type { ExportsService } from '../../ground/area.ts'
import { type MarketFileDeps, marketFiles } from './market-files.ts'
import { marketExportHandlers } from './routes.ts'

interface Deps extends MarketFileDeps {
  exports: Pick<ExportsService, 'startExport'>
}

export const createMarketExports = ({ exports, ...deps }: Deps) => ({
  handlers: marketExportHandlers(exports),
  files: marketFiles(deps),
})
