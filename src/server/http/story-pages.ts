import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Stories } from '../integrations/story-reader/port.ts'
import { replyNotFound } from './error-replies.ts'

/** These pages run no scripts, and load nothing but pictures. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The stories of the sample as pages, at the addresses under which share of voice names them. The address of any other
 * story leads to the marketplace, whose path it is.
 */
export function addStoryPages(server: FastifyInstance, stories: Pick<Stories, 'page'>) {
  for (const path of ['/ospublishing/story/:id', '/ospublishing/story/:id/*']) {
    server.get(path, async (request: FastifyRequest, reply) => {
      const page = await stories.page(request.url)
      if (page === null) return replyNotFound(request, reply)
      if ('elsewhere' in page) return reply.redirect(page.elsewhere)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('cache-control', 'no-cache')
        .send(page.html)
    })
  }
}
