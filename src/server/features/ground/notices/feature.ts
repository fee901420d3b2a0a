import type { Mailer } from '../../../integrations/mailer/port.ts'
import { noticeJobs } from './jobs.ts'
import { noticeHandlers } from './routes.ts'
import { createNoticesService, type NoticeParts } from './service.ts'

interface Parts extends Omit<NoticeParts, 'mails'> {
  mailer: Mailer
  smtpUrl: string | undefined
  publicUrl: string
}

export function createNotices(parts: Parts) {
  const service = createNoticesService({ ...parts, mails: parts.smtpUrl !== undefined })
  return { service, handlers: noticeHandlers(service), jobs: noticeJobs(parts) }
}
