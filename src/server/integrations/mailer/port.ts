import { PermanentJobFailure } from '../../jobs/job-errors.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'

/** A mail to one person, plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /**
   * Id of the mail's cause, equal for every try, so that mailboxes show a repeated mail once. Left out if
   * repeats differ, such as links of which only the newest works.
   */
  madeBy?: string | undefined
  /** Address that switches such mails off: a page, and for mail programs a form to send there (RFC 8058). */
  unsubscribe?: string | undefined
}

/** Readable fields of mail that is stored rather than sent. */
export interface ReadableMail extends Mail {
  id: string
  sentAt: string
}

export interface Mailer {
  /** Sends the mail. Throws `IntegrationError` if it was refused; `invalid` if a retry is useless. */
  send(mail: Mail): Promise<void>
  /** Whether mail would be taken. Throws `IntegrationError`. */
  check(): Promise<AdapterHealth>
  /** The newest stored mails; null for a mailer that really sends. */
  kept(most: number): Promise<readonly ReadableMail[] | null>
}

/** For jobs: sends a mail, named after the job; one that its server will never take is not tried again. */
export async function sendMail(mailer: Mailer, mail: Mail, jobId?: string): Promise<void> {
  try {
    await mailer.send({ ...mail, madeBy: jobId })
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.kind !== 'invalid') throw error
    throw new PermanentJobFailure(error.message, { cause: error })
  }
}
