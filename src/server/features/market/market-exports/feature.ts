import type { ExportsService } from '../../ground/area.ts'
import { type MarketFileParts, marketFiles } from './market-files.ts'
import { marketExportHandlers } from './routes.ts'

interface Parts extends MarketFileParts {
  exports: Pick<ExportsService, 'startExport'>
}

export const createMarketExports = ({ exports, ...parts }: Parts) => ({
  handlers: marketExportHandlers(exports),
  files: marketFiles(parts),
})
