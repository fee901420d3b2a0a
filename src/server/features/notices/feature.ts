import type { Mailer } from '../../integrations/mailer/port.ts'
import { noticeJobs } from './jobs.ts'
import { noticeHandlers } from './routes.ts'
import { createNoticesService, type NoticeParts } from './service.ts'

export function createNotices(parts: NoticeParts & { mailer: Mailer; publicUrl: string }) {
  const service = createNoticesService(parts)
  return { service, handlers: noticeHandlers(service), jobs: noticeJobs(parts) }
}
