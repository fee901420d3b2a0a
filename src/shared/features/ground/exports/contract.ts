import { z } from 'zod'
import { CSV, Download, XLSX } from '../../../http/download.ts'
import { endpoint } from '../../../http/endpoint.ts'

const EXPORT_ID = /^[0-9a-f]{32}$/
const ExportParams = z.object({ exportId: z.string().regex(EXPORT_ID, 'This export doesn’t exist.') })

export const EXPORT_STATUSES = ['IDLE', 'IN_PROGRESS', 'FINISHED'] as const

export const ExportJob = z.object({
  exportId: z.string(),
  /** `FAILED` if there will be no file. */
  status: z.enum([...EXPORT_STATUSES, 'FAILED']),
  /** Address of the file once it exists. */
  url: z.string().nullable(),
  name: z.string(),
  /** Why there will be none. */
  error: z.string().nullable(),
})
export type ExportJob = z.infer<typeof ExportJob>

export const exportEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/export/:exportId',
    access: 'signedIn',
    summary: 'Progress of your own export. It’s kept for a day.',
    params: ExportParams,
    answer: ExportJob,
  }),
  repeat: endpoint({
    method: 'POST',
    path: '/api/export/:exportId/again',
    access: 'signedIn',
    reads: true,
    summary: 'Restart your own export of the last day with the same request, as a new export.',
    params: ExportParams,
    answer: ExportJob,
    status: 202,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/export/:exportId/file',
    access: 'signedIn',
    summary: 'The file of your own finished export.',
    params: ExportParams,
    answer: Download,
    download: [CSV, XLSX],
  }),
}
