import type { ExportsService } from '../../ground/exports/service.ts'
import { marketExportHandlers } from './routes.ts'

export { marketFiles } from './market-files.ts'

export const createMarketExports = ({ exports }: { exports: Pick<ExportsService, 'startExport'> }) => ({
  handlers: marketExportHandlers(exports),
})
