import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS } from '../../../api.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import type { WritingCall } from '../../../testing/writing-call.ts'
import { writingCalls } from '../../../testing/writing-calls.ts'

const PROMISED = OPERATIONS.filter(({ endpoint }) => endpoint.idempotent).map(({ id }) => id)

/** The key of every call as long as there is one. */
let key: string | undefined
let api: Api
let calls: Record<string, WritingCall>
beforeAll(async () => {
  api = await startApi()
  const keyed = (client: Client): Client => {
    const post = (url: string, payload?: object) =>
      client.send({
        ...{ method: 'POST', url },
        ...(payload === undefined ? {} : { payload }),
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      })
    return Object.defineProperty({ ...client, post }, 'token', { get: () => client.token })
  }
  calls = await writingCalls({ ...api, as: async (role, which) => keyed(await api.as(role, which)) })
})
afterAll(() => api.close())

const countEntries = async () =>
  (await api.database.pool.query('select count(*)::int as count from audit_entries')).rows[0].count

it.each(PROMISED)('%s carries out a call with a key once, and answers it the same again', async (id) => {
  const [, , ready] = calls[id] ?? []
  if (!ready) throw new Error(`writing-calls.ts does not make ${id}.`)
  const call = await ready()
  key = `promise-of-${id}`
  try {
    const first = await call()
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    const entries = await countEntries()
    const again = await call()
    expect([again.status, again.body, await countEntries()]).toEqual([first.status, first.body, entries])
  } finally {
    key = undefined
  }
})
