import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeOperations } from '../api.ts'
import { type Api, startApi } from '../testing/api.ts'
import type { JsonSchema } from './component-schemas.ts'
import type { Responses } from './described-refusals.ts'
import type { ApiDescription } from './openapi.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/copydesk')
const TSC = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc')
const JSON_TYPE = 'application/json'
const LEAST_CALLS = 40

interface Call {
  id: string
  status: number
  answer: unknown
}
const Program = z.object({
  callAll: z.custom<(baseUrl: string, token: string) => Promise<Call[]>>(
    (value) => typeof value === 'function',
  ),
})

let api: Api
let folder: string
beforeAll(async () => {
  api = await startApi()
  await mkdir(CACHE, { recursive: true })
  // Inside the project, so that the program finds the generated client's runtime.
  folder = await mkdtemp(path.join(CACHE, 'foreign-client-'))
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

/** Calls that need nothing but a token. */
function plainReads({ paths }: ApiDescription): string[] {
  return Object.entries(paths).flatMap(([at, { get }]) =>
    get?.parameters.every(({ required }) => !required) && JSON_TYPE in (contentOf(get.responses, 200) ?? {})
      ? [`note('${get.operationId}', await client.GET('${at}'))`]
      : [],
  )
}

/** Calls whose answers are used in the next ones, so that wrong types do not compile. */
const STORY = `
  const keyword = done('keywords.create', await client.POST('/api/keywords', { body: { keyword: 'foreign kettle' } }))
  const params = { path: { id: keyword.keyword_id } }
  done('keywords.read', await client.GET('/api/keywords/{id}', { params }))
  const changed = done('keywords.update', await client.PATCH('/api/keywords/{id}', { params, body: { tracked: false } }))
  if (changed.is_tracked) throw new Error('The keyword is still tracked.')
  const comment = { params, body: { comment: 'Nice', keyword_id: keyword.keyword_id } }
  done('keywordComments.create', await client.POST('/api/keywords/{id}/comments', comment))
  done('keywordComments.list', await client.GET('/api/keywords/{id}/comments', { params }))
  const view = { screen: 'keywords', name: 'Foreign', search: 'page=2', is_team: false } as const
  const saved = done('savedViews.create', await client.POST('/api/saved-views', { body: view }))
  const query = { screen: saved.screen }
  const views = done('savedViews.list', await client.GET('/api/saved-views', { params: { query } }))
  const { view_id: id } = saved
  if (!views.some(({ view_id }) => view_id === id)) throw new Error('The view is not listed.')
  note('savedViews.remove', await client.DELETE('/api/saved-views/{id}', { params: { path: { id } } }))
  const sites = done('sites.list', await client.GET('/api/sites'))
  const draft = { siteId: sites[0]?.site_id, title: 'Kettles', keywords: [{ keyword_id: keyword.keyword_id }], draft: true }
  const article = done('articles.create', await client.POST('/api/articles', { body: draft }))
  const ofArticle = { path: { id: article.article_id } }
  done('articles.update', await client.PATCH('/api/articles/{id}', {
    params: ofArticle,
    body: { title: 'Better kettles', version: article.version },
  }))
  const old = await client.PATCH('/api/articles/{id}', { params: ofArticle, body: { title: 'Old', version: 0 } })
  if (old.error === undefined || !('details' in old.error)) throw new Error('An old version was saved.')
  calls.push({ id: 'articles.update', status: old.response.status, answer: old.error })
  done('articleVersions.list', await client.GET('/api/articles/{id}/versions', { params: ofArticle }))
  const gone = await client.GET('/api/articles/{id}', { params: { path: { id: 2_000_000_000 } } })
  calls.push({ id: 'articles.read', status: gone.response.status, answer: gone.error })
`

const programOf = (description: ApiDescription) => `import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

interface Call { id: string; status: number; answer: unknown }

export async function callAll(baseUrl: string, token: string): Promise<Call[]> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })
  const calls: Call[] = []
  interface Result<Data> { data?: Data; error?: unknown; response: Response }
  function note<Data>(id: string, { data, error, response }: Result<Data>) {
    calls.push({ id, status: response.status, answer: response.ok ? data : error })
  }
  function done<Data>(id: string, result: Result<Data>): Data {
    note(id, result)
    if (result.data === undefined) throw new Error(\`\${id}: \${JSON.stringify(result.error)}\`)
    return result.data
  }
${STORY}
${plainReads(description).join('\n')}
  return calls
}
`

/** The content of a response, or of the one that it refers to. */
function contentOf(responses: Responses, status: number, shared: Responses = {}) {
  const response = responses[status]
  if (response === undefined) return undefined
  if (!('$ref' in response)) return response.content ?? {}
  const named = shared[response.$ref.slice(response.$ref.lastIndexOf('/') + 1)]
  return named !== undefined && 'content' in named ? named.content : undefined
}

/** Parses answers by the description alone. */
function createReader({ paths, components }: ApiDescription) {
  const responsesOf = new Map(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId, responses }) => [operationId, responses] as const),
    ),
  )
  const local = (schema: JsonSchema) => ({
    ...JSON.parse(
      JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(
        '#/components/schemas/',
        '#/$defs/',
      ),
    ),
    $schema: 'https://json-schema.org/draft/2020-12/schema',
  })
  return ({ id, status, answer }: Call): string[] => {
    const content = contentOf(responsesOf.get(id) ?? {}, status, components.responses)
    if (content === undefined) return [`${id} ${status}: not described`]
    const schema = content[JSON_TYPE]?.schema
    if (schema === undefined) return []
    const { error } = z.fromJSONSchema(local(schema)).safeParse(answer)
    return error ? [`${id} ${status}: ${z.prettifyError(error)}`] : []
  }
}

test('a client that another tool generates from the description compiles, and reads what the server answers', async () => {
  const baseUrl = await api.app.server.listen({ host: '127.0.0.1', port: 0 })
  const served = await (await fetch(`${baseUrl}/api/openapi.json`)).text()
  const description = describeOperations({ version: '0' })
  // A field with a default may be left out of a body.
  const types = astToString(await openapiTS(served, { defaultNonNullable: false }))
  await writeFile(path.join(folder, 'schema.ts'), types)
  await writeFile(path.join(folder, 'program.ts'), programOf(description))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  const options = [
    '--ignoreConfig',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--types',
    'node',
  ]
  const rewrite = ['--rewriteRelativeImportExtensions', '--outDir', folder]
  const compiling = promisify(execFile)(process.execPath, [TSC, ...options, ...rewrite, 'program.ts'], {
    cwd: folder,
  })
  const { stdout } = await compiling.catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')

  const { callAll } = Program.parse(await import(path.join(folder, 'program.js')))
  const { token } = await api.as('eng')
  const calls = await callAll(baseUrl, token ?? '')

  const read = createReader(description)
  expect(calls.flatMap(read)).toEqual([])
  const done = new Set(calls.filter(({ status }) => status < 300).map(({ id }) => id))
  expect(done.size).toBeGreaterThanOrEqual(LEAST_CALLS)
  expect(calls.map(({ id, status }) => `${id} ${status}`)).toEqual(
    expect.arrayContaining(['articles.update 409', 'articles.read 404']),
  )
  // What the description does not allow is noticed.
  expect(read({ id: 'system.readiness', status: 200, answer: { ready: 'yes' } })).toHaveLength(1)
  expect(read({ id: 'system.readiness', status: 418, answer: {} })).toHaveLength(1)
})
