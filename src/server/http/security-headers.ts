import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Styles and scripts come from files only. The app's page and the API's page add their own styles (`allowStyles`). */
const STYLES = "style-src 'self'"
const contentSecurityPolicy = (imageOrigins: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    STYLES,
    ["img-src 'self' https: data: blob:", ...imageOrigins].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

export interface SecurityHeaderOptions {
  isDevelopmentServer: boolean
  isTls: boolean
  /** Where else images are loaded from: the public address of a store of our own. */
  imageOrigins: readonly string[]
}

const SVG = 'image/svg+xml'

/** What every answer carries, whatever else it is. */
const sharedHeaders = ({ isDevelopmentServer, isTls, imageOrigins }: SecurityHeaderOptions) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  // The development server's hot reload is an inline script.
  ...(isDevelopmentServer ? {} : { 'content-security-policy': contentSecurityPolicy(imageOrigins) }),
  ...(isTls ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** The headers of each answer; what they share is put together once. */
export function securityHeaders(
  options: SecurityHeaderOptions,
): (request: Pick<FastifyRequest, 'id' | 'url'>) => Record<string, string> {
  const shared = sharedHeaders(options)
  return ({ id, url }) => ({
    'x-request-id': id,
    ...shared,
    ...(url.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
  })
}

/** Allows the styles of one answer: by the hash of their text, or by a nonce that the page gives to what writes them. */
export function allowStyles(reply: FastifyReply, source: `sha256-${string}` | `nonce-${string}`) {
  const policy = reply.getHeader('content-security-policy')
  // The development server sends none.
  if (typeof policy === 'string')
    reply.header('content-security-policy', policy.replace(STYLES, `${STYLES} '${source}'`))
}

export function addSecurityHeaders(server: FastifyInstance, headersOf: ReturnType<typeof securityHeaders>) {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request))
    done()
  })
  // Drawings come from several places, also from the files of the app.
  server.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === SVG) reply.header('content-type', `${SVG}; charset=utf-8`)
  })
}
