import type { FastifyInstance } from 'fastify'

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

export const HOOKS_PATH = '/api/hooks/asana'
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
