import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { replyNotFound } from './error-replies.ts'

const YEAR_MS = 365 * 24 * 3600 * 1000

/** Serves the built web app: its files, and its page for every address that a person may type. */
export async function addWebApp(server: FastifyInstance, folder: string) {
  const hasApp = existsSync(join(folder, 'index.html'))
  if (hasApp) {
    await server.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      dotfiles: 'deny',
      index: false,
      immutable: true,
      maxAge: YEAR_MS,
    })
    await server.register(fastifyStatic, {
      root: folder,
      prefix: '/',
      dotfiles: 'deny',
      index: false,
      decorateReply: false,
      wildcard: false,
      globIgnore: ['assets/**', '**/.*'],
      cacheControl: false,
    })
  }
  server.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      (request.headers.accept ?? '').includes('text/html') &&
      !/^\/(api|images|assets)\//.test(request.url)
    if (!wantsPage || !hasApp) return replyNotFound(request, reply)
    // Asked for anew every time: it names the scripts of this version. Without `cacheControl: false` it would take
    // over what is said of the assets, which are kept for good.
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html')
      .sendFile('index.html', folder, { cacheControl: false })
  })
}
