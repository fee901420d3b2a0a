import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { replyNotFound } from './error-replies.ts'
import { addIcon, isData } from './web-app.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The web app from its sources, with hot reload, in the server's own process; development only. */
export async function addDevelopmentWeb(server: FastifyInstance) {
  const { createServer } = await import('vite')
  // Loaded by Vite itself, the configuration would be written beside the packages and imported from there, which the
  // watching Node takes for a change of the server.
  const { default: config } = await import('../../../vite.config.ts')
  const vite = await createServer({
    ...config,
    configFile: false,
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: server.server } },
  })
  addIcon(server)
  server.addHook('onClose', () => vite.close())
  server.setNotFoundHandler(async (request, reply) => {
    if (isData(request.url)) return replyNotFound(request, reply)
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, async () => {
      const page = await readFile(join(ROOT, 'index.html'), 'utf8')
      reply.raw.setHeader('content-type', 'text/html')
      reply.raw.end(await vite.transformIndexHtml(request.url, page))
    })
  })
}
