import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const ROOT = join(import.meta.dirname, '../../..')

/** The web app from its sources, with hot reload, in the server's own process; development only. */
export async function addDevelopmentWeb(server: FastifyInstance) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: server.server } },
  })
  server.addHook('onClose', () => vite.close())
  server.setNotFoundHandler(async (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, async () => {
      const page = await readFile(join(ROOT, 'index.html'), 'utf8')
      reply.raw.setHeader('content-type', 'text/html')
      reply.raw.end(await vite.transformIndexHtml(request.url, page))
    })
  })
}
