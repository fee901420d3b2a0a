import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Endpoint } from '#shared/http/endpoint.ts'
import type { ApiDescription, NamedEndpoint } from '../http/openapi.ts'
import { clientTypes } from './declarations.ts'

/** Servers of one release pack the same bytes, so that a lock file with their hash fits all of them. */
const PACKED_AT = new Date('2020-01-01T00:00:00Z')
const SOURCES = ['runtime.mjs', 'command-line.mjs'] as const

const readSource = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8')

/** The calls that programs make: no redirects of browsers, and no webhooks of connected systems. */
const isOffered = ({ path: at, hook, redirect, answer, method, download }: Endpoint) =>
  at.startsWith('/api/') &&
  !at.startsWith('/api/hooks/') &&
  !hook &&
  !redirect &&
  (answer !== undefined || download !== undefined || method !== 'GET')

/** Whether a list has pages: it takes `page` and answers `nodes`. */
function isPaged(id: string, { paths, components }: ApiDescription): boolean {
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)
  const success = operation?.responses['200']
  const { schema } = (success && 'content' in success && success.content?.['application/json']) || {}
  const shape = schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  return (
    operation?.parameters.some(({ name, in: place }) => place === 'query' && name === 'page') === true &&
    shape?.properties?.nodes !== undefined
  )
}

function marksOf({ idempotent, reads, download, status = 200 }: Endpoint, paged: boolean): string {
  // Some calls that are open to read-only tokens begin an export or prepare a change.
  const isSafe = reads === true && status === 200
  return [idempotent ? 'k' : '', isSafe ? 's' : '', download ? 'f' : '', paged ? 'p' : ''].join('')
}

const README = (version: string) => `# Copydesk client ${version}

Made by a Copydesk server from the calls that it has. Install the one of your server:

    npm install https://desk.example.com/api/client.tgz

    import { createClient } from 'copydesk-client'

    const desk = createClient({ baseUrl: 'https://desk.example.com', token: process.env.COPYDESK_TOKEN })
    const { nodes } = await desk.articles.list({ query: { page: 1 } })
    for await (const { title } of desk.articles.list.rows()) console.log(title)

A refused call throws a CopydeskError with \`status\`, \`code\`, \`message\` and \`requestId\`. Calls that can be repeated
safely are tried again after a network failure, 429 or 503.

    npx copydesk --help
`

/** The files of the npm package, by name. */
export async function clientFiles(
  operations: readonly NamedEndpoint[],
  description: ApiDescription,
): Promise<Record<string, string>> {
  const { version } = description.info
  const offered = operations.filter(({ endpoint }) => isOffered(endpoint))
  const paged = new Set(offered.filter(({ id }) => isPaged(id, description)).map(({ id }) => id))
  const table = Object.fromEntries(
    offered.map(({ id, endpoint }) => [
      id,
      [endpoint.method, endpoint.path, marksOf(endpoint, paged.has(id))],
    ]),
  )
  const manifest = {
    ...{ name: 'copydesk-client', version, type: 'module', license: 'UNLICENSED' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    ...{ types: './index.d.ts', bin: { copydesk: './copydesk.js' }, engines: { node: '>=20' } },
  }
  const sources = await Promise.all(SOURCES.map(async (name) => [name, await readSource(name)] as const))
  const head = await readSource('index-head.txt')
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': README(version),
    'index.d.ts': clientTypes(description, { head, offered: new Set(Object.keys(table)), paged }),
    'index.js': `import { OPERATIONS } from './operations.js'
import { createCaller } from './runtime.mjs'

export { CopydeskError } from './runtime.mjs'
export const createClient = (options) => createCaller(OPERATIONS, options)
`,
    'operations.js': `export const OPERATIONS = ${JSON.stringify(table, null, 1)}\n`,
    'copydesk.js': `#!/usr/bin/env node
import { runCommandLine } from './command-line.mjs'
import { OPERATIONS } from './operations.js'

process.exitCode = await runCommandLine(OPERATIONS, process.argv.slice(2))
`,
    ...Object.fromEntries(sources),
  }
}

/** An npm package of these files, as `npm pack` makes it. */
export async function packed(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of Object.entries(files)) {
    const mode = name === 'copydesk.js' ? 0o755 : 0o644
    archive.entry({ name: `package/${name}`, mtime: PACKED_AT, mode }, content)
  }
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive as AsyncIterable<Buffer>) chunks.push(chunk)
  return promisify(gzip)(Buffer.concat(chunks))
}
