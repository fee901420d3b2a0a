import type { ExportJob } from '#shared/features/ground/exports/contract.ts'
import type { ExportRow } from './store.ts'

export const presentExport = ({ id, status, name, error }: ExportRow): ExportJob => ({
  exportId: id,
  status: error === null ? status : 'FAILED',
  url: status === 'FINISHED' && error === null ? `/api/export/${id}/file` : null,
  name,
  error,
})
