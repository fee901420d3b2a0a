/** A mail to one person, plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** What could be read back from mail that is kept rather than sent. */
export interface KeptMail extends Mail {
  id: string
  sentAt: string
}

export interface Mailer {
  /** Hands the mail over; throws when it was not taken, so that the job tries again. */
  send(mail: Mail): Promise<void>
  /** The newest kept mails; null for a mailer that really sends. */
  kept(most: number): Promise<readonly KeptMail[] | null>
}
