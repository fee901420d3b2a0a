import type { FastifyInstance } from 'fastify'

/**
 * The component library writes its styles at run time, hence inline styles; scripts come from files only.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export function addSecurityHeaders(
  server: FastifyInstance,
  options: { isDevelopmentServer: boolean; isTls: boolean },
) {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    // The development server's hot reload is an inline script.
    if (!options.isDevelopmentServer) reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
    if (options.isTls) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
