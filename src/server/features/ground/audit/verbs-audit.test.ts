import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditFieldLabel } from '#shared/features/ground/audit/form.ts'
import type { AuditNoun } from '#shared/features/ground/audit/rules.ts'
import { OPERATIONS } from '../../../api.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { assistantCalls } from '../../../testing/assistant-calls.ts'
import { misfits } from '../../../testing/described-answers.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { createWeb, PROGRAMS } from '../../../testing/program-documents.ts'
import { providerCalls } from '../../../testing/provider-calls.ts'
import { CALLBACK, providerSettings } from '../../../testing/provider-stage.ts'
import { ADOPTABLE } from '../../../testing/site-calls.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'
import { writingCalls } from '../../../testing/writing-calls.ts'

let api: Api
let vendor: WebServer
let acme: Awaited<ReturnType<typeof startOidcProvider>>
let calls: Awaited<ReturnType<typeof writingCalls>>
beforeAll(async () => {
  // Refuses every call: unlike one that cannot be reached, it is not asked again and again.
  vendor = await startWebServer((_, response) => response.writeHead(401).end())
  const baseUrl = `http://127.0.0.1:${vendor.port}`
  const site = { baseUrl, user: 'desk', appPassword: 'secret' }
  acme = await startOidcProvider({ redirectUri: CALLBACK })
  api = await startApi(
    {
      ...{ CLICKHOUSE_URL: baseUrl, WP_SITES: JSON.stringify({ [ADOPTABLE]: site }) },
      ...providerSettings(acme.issuer),
    },
    { web: createWeb(PROGRAMS) },
  )
  const [qa, adm] = [await api.as('qa'), await api.as('adm')]
  calls = {
    ...(await writingCalls(api)),
    ...(await providerCalls(api, acme)),
    ...(await assistantCalls(api)),
    'userActivity.record': [
      'qa',
      null,
      async () => () => qa.post('/api/user-activity', { url: '/keywords' }),
    ],
    'preflight.check': [
      'qa',
      null,
      async () => () =>
        qa.post('/api/preflight', {
          siteId: 1,
          title: 'T',
          imageUrl: null,
          keywords: [],
          products: [],
          faqs: [],
        }),
    ],
    'comparison.scan': [
      'qa',
      null,
      async () => () => qa.patch('/api/comparison/scan', { url: '/stories/none' }),
    ],
    'sites.tryConnection': [
      'adm',
      null,
      async () => () => adm.post('/api/sites/connection', { code: 'zz', asana_gid: '', copyboard_gid: '' }),
    ],
    'contentTracker.manyTasks': [
      'qa',
      null,
      async () => () => qa.post('/api/articles/asana-statuses', { articleTitles: ['Kettles'] }),
    ],
    // What a connected system tells has its entry where something is made of it.
    'webhooks.receive': ['qa', null, async () => () => api.visitor.post('/api/hooks/asana/none', {})],
    // This server sends no mail, so there is no digest.
    'notices.sendDigest': ['qa', null, async () => () => qa.post('/api/profile/notifications/digest/send')],
    'notices.markRead': ['qa', null, async () => () => qa.post('/api/notices/read', { ids: 'all' })],
  }
})
afterAll(async () => {
  await api.close()
  await vendor.close()
  await acme.close()
})

const WRITING = OPERATIONS.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ id }) => id)

async function entriesSince(id: number) {
  const { rows } = await api.database.pool.query('select * from audit_entries where id > $1 order by id', [
    id,
  ])
  return rows
}
async function lastEntry(): Promise<number> {
  const { rows } = await api.database.pool.query('select coalesce(max(id), 0)::int as id from audit_entries')
  return rows[0].id
}

/** Summary of an entry: its row, the label, and the fields before and after. */
const toldBy = ({ noun, noun_id, label, before, after }: Record<string, string | object | null>) => {
  const fields = (state: unknown) =>
    Object.keys(state ?? {})
      .toSorted()
      .join(', ') || 'nothing'
  const row = `${noun}${noun_id ? ' by its id' : ''}${label ? ', by its name' : ''}`
  return `${row}; before: ${fields(before)}; after: ${fields(after)}`
}

/** The fields of an entry, those within its values too, for which the trail has no words. */
function withoutWords(noun: AuditNoun, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => withoutWords(noun, each))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, each]) => [
    ...(auditFieldLabel(noun, field) === undefined ? [`${noun}.${field}`] : []),
    // Products and questions are recorded by their changes.
    ...(field === 'products' || field === 'faqs' ? [] : withoutWords(noun, each)),
  ])
}

const SECRETS = /secret|correct horse|\$argon2|Bearer/

describe('every call that may write', () => {
  it('is among those that are made here', () => {
    expect(Object.keys(calls).toSorted()).toEqual(WRITING.toSorted())
  })

  it.each(WRITING)(
    '%s answers as described, and leaves one entry with who, from where and on what',
    async (id) => {
      const [by, act, ready] = calls[id] ?? ['qa', null, () => Promise.reject(new Error('Nobody makes it.'))]
      const call = await ready()
      const before = await lastEntry()
      const answer = await call()
      const { status, body } = answer
      expect(misfits(id, answer)).toEqual([])
      const entries = await entriesSince(before)
      if (act === null) return expect([entries, status < 500]).toEqual([[], true])
      expect([id, status < 300, body?.message]).toEqual([id, true, body?.message])
      expect(entries.map((entry) => entry.act)).toEqual([act])
      const [entry] = entries
      const person = by === 'visitor' ? null : await api.as(by)
      expect(entry).toMatchObject({
        actor_kind: by === 'visitor' ? 'visitor' : 'person',
        actor_id: person?.id ?? null,
        role_id: by === 'visitor' ? null : by,
        address: '127.0.0.1',
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(JSON.stringify(entry)).not.toMatch(SECRETS)
      expect(withoutWords(entry.noun, [entry.before, entry.after])).toEqual([])
      expect(toldBy(entry)).toMatchSnapshot()
    },
  )
})
