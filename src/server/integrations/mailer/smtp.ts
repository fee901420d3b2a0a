import { createTransport } from 'nodemailer'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import type { Mailer } from './port.ts'

/** So long the server may keep silent at each step. */
const TIMEOUT_MS = 10_000
/** And so many times that long a whole mail may take, however often the server says something meanwhile. */
const STEPS = 6

const SYSTEM = 'The mail server'

/** What of nodemailer's errors says how the server refused. */
interface SmtpFailure {
  code?: string
  responseCode?: number
  command?: string
}

const isForLater = (responseCode: number) => responseCode >= 400 && responseCode < 500

/** What a server answers to whoever has not signed in, or not in the way that it wants. */
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

/** The library can be told to stop sending, not to stop asking whether we may. */
const refuseAfter = (ms: number) =>
  new Promise<never>((_, refuse) => {
    AbortSignal.timeout(ms).addEventListener('abort', () => {
      refuse(Object.assign(new Error('no answer in time'), { code: 'EABORT' }))
    })
  })

/** Where the sender's address is: `Desk <desk@mail.example>` is at `mail.example`. */
const hostOf = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'copydesk.invalid'

/** Sends through the SMTP server at `url` (smtp:// or smtps://, with user and password where it asks for them). */
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
      // As objects, names and addresses cannot break out of their header.
      const message = {
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
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
