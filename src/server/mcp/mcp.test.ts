import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { isForPeople } from '#shared/http/endpoint.ts'
import { type Api, startApi } from '../testing/api.ts'
import { buildArticle, buildKeyword } from '../testing/builders.ts'
import { buildProgram } from '../testing/programs.ts'
import { TOOLS } from './tools.ts'

const ERAS = [['2026-07-28', { pin: '2026-07-28' }] as const, ['2025-11-25', 'legacy'] as const]

let api: Api
let address: string
const clients: Client[] = []
beforeAll(async () => {
  api = await startApi()
  address = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await api.close()
})

async function connect(
  token: string | null,
  mode: 'legacy' | { readonly pin: string } = { pin: '2026-07-28' },
): Promise<Client> {
  const client = new Client({ name: 'probe', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/mcp', address), { requestInit: { headers } }),
  )
  clients.push(client)
  return client
}

/** An assistant with a token of this role's account. */
async function assistantOf(
  role: (typeof ROLE_IDS)[number],
  values: Parameters<typeof buildProgram>[2] = {},
  mode?: Parameters<typeof connect>[1],
) {
  const { id } = await api.as(role)
  const program = await buildProgram(api, id, values)
  return { userId: id, program, client: await connect(program.token, mode) }
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

async function use(client: Client, name: string, input: object = {}) {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...input } })
  const [first] = content
  return {
    isError: isError === true,
    text: first?.type === 'text' ? first.text : '',
    answer: (structuredContent ?? {}) as Record<string, unknown> & { rows: Record<string, unknown>[] },
  }
}

describe.each(ERAS)('an assistant that speaks %s', (_version, mode) => {
  it('lists tools and reads with them what its account may see', async () => {
    const { client } = await assistantOf('opm', {}, mode)
    expect(await namesOf(client)).toContain('pending_articles')
    const { answer } = await use(client, 'overview')
    expect(answer).toMatchObject({ account: 'Opm One', role: 'opm', pending_articles: expect.any(Number) })
  })

  it('gets the reason of a refusal, and the problem of each field', async () => {
    const { client } = await assistantOf('opm', {}, mode)
    expect(await use(client, 'read_article', { article_id: 999_999 })).toMatchObject({
      ...{ isError: true, text: 'Article not found.' },
    })
    const { text, isError } = await use(client, 'draft_article', {
      ...{ key: 'one-more-draft', site_id: 999_999, keywords: ['kettles'] },
    })
    expect([isError, text]).toEqual([true, 'Missing Site'])
  })
})

it('offers every reading tool to an account that may use all of them', async () => {
  const { client } = await assistantOf('adm')
  const { id: keyword_id } = await buildKeyword(api.database.db)
  const { id: article_id } = await buildArticle(api.database.db, { userId: (await api.as('opm')).id })
  const inputs: Record<string, object> = {
    find: { words: 'kettle' },
    read_article: { article_id },
    article_history: { article_id },
    read_keyword: { keyword_id },
    keyword_days: { keyword_id },
    list_articles: { status: ['requested'], site_id: 1, from: '2026-01-01' },
    list_keywords: { words: 'kettle', tracked: true, lost_since: '2026-01-01' },
    list_posts: { site: 'hs', sort: 'REFRESH' },
    read_post: { site: 'hs', post_id: '40001' },
  }
  const refused = []
  for (const { name } of TOOLS.filter(({ writes }) => !writes)) {
    const { isError, text } = await use(client, name, inputs[name])
    if (isError) refused.push([name, text])
  }
  expect(refused).toEqual([['read_post', 'Post not found.']])
})

/** Values for the path of a call, so that the guard is asked. */
const urlOf = ({ path }: { path: string }) => path.replace(/:\w+/g, '999999')

it.each(ROLE_IDS)('offers %s the tools whose calls that role may make, and no others', async (role) => {
  const { client, program } = await assistantOf(role)
  const offered = new Set(await namesOf(client))
  for (const { name, calls } of TOOLS) {
    const [first] = calls
    const { body } = await program.send({ method: first.method, url: urlOf(first) })
    const isRefused = String(body.message ?? '').startsWith('This token lacks the permission')
    expect([name, offered.has(name)]).toEqual([name, !isRefused])
  }
})

it('offers a token that only reads no tools that write, and refuses them', async () => {
  const { client } = await assistantOf('opm', { mayWrite: false })
  const writing = TOOLS.filter(({ writes }) => writes).map(({ name }) => name)
  const offered = await namesOf(client)
  expect(offered.filter((name) => writing.includes(name))).toEqual([])
  expect(offered).toContain('list_keywords')
  const input = { key: 'a-draft-too-many', site_id: 1, keywords: ['kettles'] }
  await expect(use(client, 'draft_article', input)).rejects.toThrow(/draft_article/)
})

it('offers a narrowed token only what it was narrowed to', async () => {
  const { client } = await assistantOf('adm', { permissions: ['ViewKeywords'] })
  const offered = await namesOf(client)
  expect(offered).toContain('list_posts')
  expect(offered).not.toContain('pending_articles')
  expect(offered).not.toContain('list_products')
  expect((await use(client, 'overview')).answer).toMatchObject({ pending_articles: null })
})

it('only reads and prepares: no tool approves, publishes, applies, deletes, or makes a call for people', () => {
  const paths = TOOLS.flatMap(({ calls }) => calls.map(({ method, path }) => `${method} ${path}`))
  expect(paths.filter((path) => /^DELETE|validate|publish|apply|undo|access|query/.test(path))).toEqual([])
  expect(TOOLS.flatMap(({ calls }) => calls).filter(isForPeople)).toEqual([])
  const writing = TOOLS.flatMap(({ calls, writes }) => (writes ? [] : calls)).filter(
    ({ method }) => method !== 'GET',
  )
  expect(writing).toEqual([])
})

it('takes at most 24 tools and 6,000 tokens of an assistant’s memory', async () => {
  const { client } = await assistantOf('adm')
  const { tools } = await client.listTools()
  expect(tools.length).toBe(TOOLS.length)
  expect(tools.length).toBeLessThanOrEqual(24)
  // Four characters are about a token.
  expect(JSON.stringify(tools).length / 4).toBeLessThanOrEqual(6000)
})

it('an answer has at most four thousand characters, and says how many rows it left out', async () => {
  const { client, userId } = await assistantOf('opm', {})
  for (let number = 0; number < 20; number++)
    await buildArticle(api.database.db, { userId, status: 'draft', title: `${'long '.repeat(40)}${number}` })
  const { text, answer } = await use(client, 'pending_articles')
  expect(text.length).toBeLessThanOrEqual(4000)
  expect(answer.rows.length + Number(answer.left_out)).toBe(20)
})

it('a draft made by an assistant is made once however often it is tried, stays a draft, and names the token', async () => {
  const { client, userId } = await assistantOf('opm', { name: 'Claude Code' })
  const input = { key: 'draft-of-kettles-1', site_id: 1, keywords: ['quiet kettles'], title: 'Quiet kettles' }
  const [first, again] = [
    await use(client, 'draft_article', input),
    await use(client, 'draft_article', input),
  ]
  expect(first.answer).toMatchObject({ status: 'draft', link: expect.stringMatching(/^http.+\/articles?\//) })
  expect(again.answer.article_id).toBe(first.answer.article_id)
  const { rows } = await api.database.pool.query(
    "select actor_id, credential_name from audit_entries where noun = 'article' and noun_id = $1",
    [String(first.answer.article_id)],
  )
  expect(rows).toEqual([{ actor_id: userId, credential_name: 'Claude Code' }])
})

it('comments on keywords as its account', async () => {
  const { client } = await assistantOf('opm')
  const { id } = await buildKeyword(api.database.db)
  const said = { key: 'comment-no-1', keyword_id: id, comment: 'Worth an article.' }
  await use(client, 'comment_on_keyword', said)
  const { answer } = await use(client, 'read_keyword', { keyword_id: id })
  expect(answer.rows).toMatchObject([{ by: 'Opm One', comment: 'Worth an article.' }])
})

describe('is refused', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

  it('without a token, with one that ended, and to a user who is signed in without one', async () => {
    const { status, headers } = await api.visitor.post('/api/mcp', list)
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    const opm = await api.as('opm')
    expect((await opm.post('/api/mcp', list)).body.message).toContain('API token')
    const ended = await buildProgram(api, opm.id, { expiresAt: api.now() })
    expect((await ended.post('/api/mcp', list)).status).toBe(401)
  })

  it('to pages of other origins, and under other names', async () => {
    const program = await buildProgram(api, (await api.as('opm')).id)
    for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example' }])
      expect((await program.send({ method: 'POST', url: '/api/mcp', payload: list, headers })).status).toBe(
        403,
      )
  })

  it('with several calls at once, which would count as one', async () => {
    const program = await buildProgram(api, (await api.as('opm')).id)
    const { status, body } = await program.send({ method: 'POST', url: '/api/mcp', payload: [list, list] })
    expect([status, body.message]).toEqual([400, 'Send one call at a time.'])
  })

  it('by other methods than POST', async () => {
    const program = await buildProgram(api, (await api.as('opm')).id)
    const { status, headers } = await program.get('/api/mcp')
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })
})
