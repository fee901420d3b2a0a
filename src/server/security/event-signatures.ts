import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const KEY_BYTES = 32

/** A secret of Standard Webhooks. */
export const createHookSecret = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64')

interface Message {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** `webhook-signature` of Standard Webhooks 1.0: one signature per secret. https://www.standardwebhooks.com */
export const signMessage = (secrets: readonly string[], { id, timestamp, body }: Message): string =>
  secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')
