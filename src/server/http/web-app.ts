import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screenPathOf } from '#shared/access/screens.ts'
import { replyNotFound } from './error-replies.ts'
import { allowStyles } from './security-headers.ts'

/** Placeholder for the nonce in the built page. */
const NONCE = '%CSP_NONCE%'
const YEAR_MS = 365 * 24 * 3600 * 1000

/** Addresses that are never a page, whether there is anything at them or not. */
export const isData = (url: string) => /^\/(\/|(api|images|assets)\/)/.test(url)

/**
 * Whether the app's page is the answer: to a browser at every address that a person may type, and at the address of a
 * screen also to callers that take whatever there is, such as monitors and link checkers.
 */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (isData(url)) return false
  const accepted = headers.accept ?? '*/*'
  return accepted.includes('text/html') || (accepted.includes('*/*') && screenPathOf(url) !== null)
}

/**
 * The SQL editor and the lock of the page's scrolling write styles at run time, so each answer has a nonce of its own.
 * Browsers revalidate the page every time, because it also names the scripts of this version.
 */
async function sendPage(reply: FastifyReply, file: string) {
  const page = await readFile(file, 'utf8')
  const nonce = randomBytes(16).toString('base64')
  allowStyles(reply, `nonce-${nonce}`)
  return reply.header('cache-control', 'private, no-cache').type('text/html').send(page.replace(NONCE, nonce))
}

/** Browsers and bookmark services ask for this address without having read the page. */
export function addIcon(server: FastifyInstance) {
  server.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg'))
}

/** Serves the built web app: its files, and its page for every address that a person may type. */
export async function addWebApp(server: FastifyInstance, folder: string) {
  const file = join(folder, 'index.html')
  const hasApp = existsSync(file)
  if (hasApp) {
    await server.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      dotfiles: 'deny',
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: YEAR_MS,
    })
    await server.register(fastifyStatic, {
      root: folder,
      prefix: '/',
      dotfiles: 'deny',
      index: false,
      decorateReply: false,
      preCompressed: true,
      wildcard: false,
      // The page itself gets its nonce below.
      globIgnore: ['index.html', 'assets/**', '**/.*', '**/*.{br,gz}'],
      cacheControl: false,
    })
  }
  addIcon(server)
  server.setNotFoundHandler((request, reply) => {
    if (!hasApp || !wantsPage(request)) return replyNotFound(request, reply)
    return sendPage(reply, file)
  })
}
