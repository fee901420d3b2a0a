import { createTransport } from 'nodemailer'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import type { Mailer } from './port.ts'

/** Longest silence of the server per step. */
const TIMEOUT_MS = 10_000
/** Longest time for a whole mail, in multiples of that, even if the server keeps responding. */
const STEPS = 6

const SYSTEM = 'The mail server'

/** What of nodemailer's errors says how the server refused. */
interface SmtpFailure {
  code?: string
  responseCode?: number
  command?: string
}

const isForLater = (responseCode: number) => responseCode >= 400 && responseCode < 500

/** SMTP codes for missing or unacceptable authentication. */
const SIGN_IN_FIRST = [530, 534, 538]

/**
 * A refusal of 5xx is for good: of this address or this mail, unless it is our password or our sender that is wrong. One
 * of 4xx is for now, of a password too, which the server could not look up.
 */
function kindOf({ code = '', responseCode = 0, command }: SmtpFailure): IntegrationErrorKind {
  if (SIGN_IN_FIRST.includes(responseCode)) return 'unauthorized'
  if (['EAUTH', 'ENOAUTH'].includes(code) && !isForLater(responseCode)) return 'unauthorized'
  if (command === 'MAIL FROM' && responseCode >= 500) return 'forbidden'
  if (['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500) return 'invalid'
  return ['ETIMEDOUT', 'EABORT'].includes(code) ? 'timeout' : 'unavailable'
}

function asIntegrationError(error: unknown, operation: string): IntegrationError {
  const failure = (typeof error === 'object' && error !== null ? error : {}) as SmtpFailure
  return new IntegrationError(`${SYSTEM} did not ${operation}: ${String(error)}`, {
    system: SYSTEM,
    operation,
    kind: kindOf(failure),
    ...(failure.responseCode === undefined ? {} : { status: failure.responseCode }),
    ...(failure.code === undefined ? {} : { vendorCode: failure.code }),
    cause: error,
  })
}

/** nodemailer can be stopped while sending, but not while it waits for permission to send. */
const refuseAfter = (ms: number) =>
  new Promise<never>((_, refuse) => {
    AbortSignal.timeout(ms).addEventListener('abort', () => {
      refuse(Object.assign(new Error('no answer in time'), { code: 'EABORT' }))
    })
  })

/** Host of the sender's address: `mail.example` for `Desk <desk@mail.example>`. */
const hostOf = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'copydesk.invalid'

/** RFC 8058 allows one click only over https. Without it, mail programs open the page. */
function unsubscribeHeaders(address: string | undefined): Record<string, string> {
  if (address === undefined) return {}
  return {
    'List-Unsubscribe': `<${address}>`,
    ...(address.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}

/** Sends through the SMTP server at `url` (smtp:// or smtps://, with user and password if required). */
export function createSmtpMailer({
  url,
  from,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string
  from: string
  timeoutMs?: number
}): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing in our mail is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = hostOf(from)
  return {
    async send(mail) {
      // As objects, so that names and addresses cannot inject headers.
      const message = {
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        headers: unsubscribeHeaders(mail.unsubscribe),
        signal: AbortSignal.timeout(timeoutMs * STEPS),
        ...(mail.madeBy === undefined ? {} : { messageId: `<${mail.madeBy}@${host}>` }),
      }
      await transport.sendMail(message).catch((error: unknown) => {
        throw asIntegrationError(error, 'take a mail')
      })
    },
    async check() {
      await Promise.race([transport.verify(), refuseAfter(timeoutMs * STEPS)]).catch((error: unknown) => {
        throw asIntegrationError(error, 'accept our sign-in')
      })
      return { adapter: 'SMTP', ok: true, detail: 'The mail server accepts our credentials.' }
    },
    kept: async () => null,
  }
}
