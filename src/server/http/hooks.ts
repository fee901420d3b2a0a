import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

/** What a connected system sent: its own words, before anything has read them. */
export interface HookCall {
  subscriptionId: string
  /** Sent when a subscription is made, to be sent back. */
  secret: string | undefined
  signature: string | undefined
  body: Buffer
}

/** Null where the call was taken; otherwise the secret that greets back. */
export type ReceiveHook = (call: HookCall) => Promise<string | null>

const HOOKS_PATH = '/api/hooks/asana'
const MOST_PER_WINDOW = 1000

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(',') : header)

/** Where task boards tell us what happened. Signatures are over the very bytes, so nothing may parse them before. */
export async function addHooks(server: FastifyInstance, receive: ReceiveHook): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { subscriptionId: string } }>(
      `${HOOKS_PATH}/:subscriptionId`,
      { config: { rateLimit: { max: MOST_PER_WINDOW, timeWindow: 10_000 } } },
      async ({ params, headers, body }, reply) => {
        const greeting = await receive({
          subscriptionId: params.subscriptionId,
          secret: single(headers['x-hook-secret']),
          signature: single(headers['x-hook-signature']),
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        })
        if (greeting !== null) reply.header('x-hook-secret', greeting)
        return reply.code(200).send()
      },
    )
  })
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::'])
const PRIVATE_NAME = /^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|\[.*\])$/

/**
 * The address below which a task board reaches us; null where it cannot. Our own board finds us on this machine, once
 * the server listens; a vendor needs an address that is public.
 */
export function hooksAddress(
  server: FastifyInstance,
  { vendors, publicUrl }: Pick<Settings, 'vendors' | 'publicUrl'>,
): string | null {
  if (vendors.asana) {
    const { protocol, hostname } = new URL(publicUrl)
    return protocol === 'https:' && !PRIVATE_NAME.test(hostname) ? publicUrl + HOOKS_PATH : null
  }
  const own = server.server.address()
  if (own === null || typeof own === 'string') return null
  const name = ANY_ADDRESS.has(own.address) ? '127.0.0.1' : own.address
  return `http://${own.family === 'IPv6' && name === own.address ? `[${name}]` : name}:${own.port}${HOOKS_PATH}`
}
