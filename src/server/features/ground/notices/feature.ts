import type { Mailer } from '../../../integrations/mailer/port.ts'
import { createMailLinks } from '../../../security/mail-links.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import { noticeJobs } from './jobs.ts'
import { noticeHandlers } from './routes.ts'
import { createNoticesService, type NoticeDeps } from './service.ts'

interface Deps extends Omit<NoticeDeps, 'sendsMail' | 'links'> {
  mailer: Mailer
  box: Pick<SecretBox, 'derivations'>
  smtpUrl: string | undefined
  publicUrl: string
}

export function createNotices({ mailer, box, smtpUrl, publicUrl, ...rest }: Deps) {
  const deps = { ...rest, sendsMail: smtpUrl !== undefined, links: createMailLinks(box) }
  const service = createNoticesService(deps)
  return {
    service,
    handlers: noticeHandlers(service),
    jobs: noticeJobs({ ...deps, mailer, publicUrl }),
  }
}
