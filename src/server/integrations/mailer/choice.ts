import { join } from 'node:path'
import { createOutboxMailer } from './built-in.ts'
import type { Mailer } from './port.ts'
import { createSmtpMailer } from './smtp.ts'

interface MailerDeps {
  smtpUrl: string | undefined
  mailFrom: string
  dataDir: string
  clock: () => Date
}

/** Sends mail if a server is configured; otherwise stores it as files. */
export const chooseMailer = ({ smtpUrl, mailFrom, dataDir, clock }: MailerDeps): Mailer =>
  smtpUrl === undefined
    ? createOutboxMailer({ folder: join(dataDir, 'outbox'), clock })
    : createSmtpMailer({ url: smtpUrl, from: mailFrom })
