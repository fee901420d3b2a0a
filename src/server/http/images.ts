import type { FastifyInstance } from 'fastify'
import type { ImageStore } from '../integrations/image-store/port.ts'
import { disposition } from './disposition.ts'
import { replyNotFound } from './error-replies.ts'

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Serves stored images so that a browser can do nothing with them but show them. */
export function addImages(server: FastifyInstance, store: ImageStore) {
  server.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const image = await store.get(request.params.name)
    if (!image) return replyNotFound(request, reply)
    return reply
      .header('content-type', image.type)
      .header('content-disposition', disposition('inline', request.params.name))
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(image.bytes)
  })
}
