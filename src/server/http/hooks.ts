import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Hook } from '#shared/http/endpoint.ts'
import type { HookCall } from '../calls/handlers.ts'

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(',') : header)

/** Signatures are over the very bytes, so nothing may parse them before. */
export function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** What a connected system sent, where the endpoint is for those. */
export function hookCallOf(
  hook: Hook | undefined,
  { headers, body }: FastifyRequest,
  reply: FastifyReply,
): HookCall | null {
  if (hook === undefined) return null
  return {
    secret: single(headers[hook.secret]),
    signature: single(headers[hook.signature]),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    greet: (secret) => void reply.header(hook.secret, secret),
  }
}
