import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Probes, and what boards report, our own among them, which calls the server that runs its job. */
const SERVED = /^\/api\/(?:health|hooks)(?:[/?]|$)/

/** Refuses the calls of people and programs, in a server that only runs jobs. */
export function serveOnlyProbes(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ url }) => {
    if (!SERVED.test(url))
      throw new AppError('notFound', 'This server only runs jobs (ROLE=worker). Use another one.')
  })
}
