import type { AdapterHealth } from '../health.ts'

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
