import { GivenUp } from '../../jobs/job-ends.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'

/** A mail to one person, plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /**
   * What the mail is made by, the same however often it is sent: a mailbox shows a repeat once. Left out of what says
   * something else each time, as a link does, of which only the newest may be found.
   */
  madeBy?: string | undefined
}

/** What could be read back from mail that is kept rather than sent. */
export interface KeptMail extends Mail {
  id: string
  sentAt: string
}

export interface Mailer {
  /** Hands the mail over; throws `IntegrationError` when it was not taken: `invalid` where it never will be. */
  send(mail: Mail): Promise<void>
  /** Whether mail would be taken. Throws `IntegrationError`. */
  check(): Promise<AdapterHealth>
  /** The newest kept mails; null for a mailer that really sends. */
  kept(most: number): Promise<readonly KeptMail[] | null>
}

/** For jobs: sends a mail, named after the job; one that its server will never take is not tried again. */
export async function sendMail(mailer: Mailer, mail: Mail, jobId?: string): Promise<void> {
  try {
    await mailer.send({ ...mail, madeBy: jobId })
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.kind !== 'invalid') throw error
    throw new GivenUp(error.message, { cause: error })
  }
}
