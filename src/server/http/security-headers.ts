import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * The component library writes its styles at run time, hence inline styles; scripts come from files only.
 */
const contentSecurityPolicy = (imageOrigins: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
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

/** What every answer carries, whatever else it is. */
export function securityHeaders(
  { id, url }: Pick<FastifyRequest, 'id' | 'url'>,
  options: SecurityHeaderOptions,
): Record<string, string> {
  return {
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    // The development server's hot reload is an inline script.
    ...(options.isDevelopmentServer
      ? {}
      : { 'content-security-policy': contentSecurityPolicy(options.imageOrigins) }),
    ...(options.isTls ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    ...(url.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
  }
}

export function addSecurityHeaders(server: FastifyInstance, options: SecurityHeaderOptions) {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request, options))
  })
}
