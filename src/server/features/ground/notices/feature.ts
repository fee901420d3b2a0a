import type { Mailer } from '../../../integrations/mailer/port.ts'
import { noticeJobs } from './jobs.ts'
import { noticeHandlers } from './routes.ts'
import { createNoticesService, type NoticeDeps } from './service.ts'

interface Deps extends Omit<NoticeDeps, 'mails'> {
  mailer: Mailer
  smtpUrl: string | undefined
  publicUrl: string
}

export function createNotices(deps: Deps) {
  const service = createNoticesService({ ...deps, mails: deps.smtpUrl !== undefined })
  return { service, handlers: noticeHandlers(service), jobs: noticeJobs(deps) }
}
