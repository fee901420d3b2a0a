import type { FastifyInstance } from 'fastify'

export const FORM = 'application/x-www-form-urlencoded'

/** Lets the routes of a scope also take urlencoded forms. Of a repeated field, the last one counts. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
