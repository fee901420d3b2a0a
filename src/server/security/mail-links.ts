import { createHmac, timingSafeEqual } from 'node:crypto'
import { MAIL_SCOPES, type MailScope } from '#shared/features/ground/notices/form.ts'
import type { SecretBox } from './secret-box.ts'

const USE = 'mail links'

/** The notices that a link switches off, and their user. */
export interface MailLink {
  userId: number
  scope: MailScope
}

/** The address is part of it: a link in an old mailbox stops working when the account gets another one. */
const signatureOf = (key: string, { userId, scope }: MailLink, username: string) =>
  createHmac('sha256', key).update(`${userId} ${scope} ${username.toLowerCase()}`).digest('base64url')

/**
 * Tokens of links in mails that switch mails off without a sign-in. They are derived from the server's key rather than
 * stored, do not expire, and allow nothing else.
 */
export function createMailLinks(box: Pick<SecretBox, 'derivations'>) {
  return {
    sign(link: MailLink, username: string): string {
      const [key = ''] = box.derivations(USE)
      return `${link.userId}-${link.scope}-${signatureOf(key, link, username)}`
    },

    /** What the token claims, before it is verified; null if it is malformed. */
    read(token: string): MailLink | null {
      const [, id, word] = /^(\d{1,9})-([a-z]+)-/.exec(token) ?? []
      const scope = MAIL_SCOPES.find((each) => each === word)
      return scope === undefined ? null : { userId: Number(id), scope }
    },

    /** Whether this server made the token for the user with this address; with a replaced key too. */
    verify(token: string, link: MailLink, username: string): boolean {
      const signature = Buffer.from(token.split('-').slice(2).join('-'))
      return box.derivations(USE).some((key) => {
        const expected = Buffer.from(signatureOf(key, link, username))
        return expected.length === signature.length && timingSafeEqual(expected, signature)
      })
    },
  }
}
export type MailLinks = ReturnType<typeof createMailLinks>
