import type { FastifyInstance } from 'fastify'

/** Reads forms as browsers send them, and nothing else. Of a field that comes twice, the last one counts. */
export function takeForm(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
