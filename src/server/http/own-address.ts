import type { FastifyInstance } from 'fastify'

const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Where a server is reached on this machine; null where it does not listen yet. */
export function ownAddress({ server }: Pick<FastifyInstance, 'server'>): string | null {
  const own = server.address()
  if (own === null || typeof own === 'string') return null
  const name = ANY_ADDRESS.has(own.address) ? '127.0.0.1' : own.address
  return `http://${own.family === 'IPv6' && name === own.address ? `[${name}]` : name}:${own.port}`
}
