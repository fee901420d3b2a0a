import { beforeEach, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { until } from '../../testing/until.ts'
import { IntegrationError } from '../integration-error.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { createProgramCache, type KeptProgram, type ProgramStore } from './program-cache.ts'

const AT = 'https://quill.example/client.json'
const DOCUMENT = { client_id: AT, client_name: 'Quill', redirect_uris: ['https://quill.example/back'] }

let asked: string[]
let isAway: boolean
let type: string
let status: number
let described: object
/** When the host answers. */
let answers: Promise<void>
let now: number
beforeEach(() => {
  asked = []
  isAway = false
  type = 'application/json'
  status = 200
  described = DOCUMENT
  answers = Promise.resolve()
  now = Date.parse('2026-12-01T12:00:00Z')
})

const web: WebFetcher = {
  async get(address) {
    asked.push(address)
    if (isAway) throw new Error('away')
    await answers
    if (status !== 200)
      throw new IntegrationError('Refused', {
        system: 'The web',
        kind: 'not_found',
        operation: 'load',
        status,
      })
    return { url: address, type, bytes: Buffer.from(JSON.stringify({ ...described, client_id: address })) }
  },
}
/** Where servers keep what they have read. */
function createStore(): ProgramStore {
  const programs = new Map<string, KeptProgram>()
  return {
    find: async (address) => programs.get(address) ?? null,
    keep: async (address, program) => void programs.set(address, program),
    forget: async (address) => void programs.delete(address),
  }
}
const cache = (store = createStore()) => createProgramCache({ web, store, now: () => now })

it('a document is read once an hour', async () => {
  const read = cache()
  for (const minutes of [0, 30, 29]) {
    now += minutes * MINUTE_MS
    expect(await read(AT)).toMatchObject({ client_name: 'Quill' })
  }
  expect(asked).toHaveLength(1)
  now += 2 * MINUTE_MS
  await read(AT)
  expect(asked).toHaveLength(2)
})

it('a program whose host is away goes on for a day with its last document', async () => {
  const read = cache()
  await read(AT)
  isAway = true
  now += 23 * HOUR_MS
  expect(await read(AT)).toMatchObject({ client_name: 'Quill' })
  now += 2 * HOUR_MS
  await expect(read(AT)).rejects.toThrow('could not be read')
})

it('a program whose host hangs, restarts its server or meets another one, goes on with its last document', async () => {
  const store = createStore()
  await cache(store)(AT)
  answers = new Promise(() => {})
  now += 2 * HOUR_MS
  expect(await cache(store)(AT)).toMatchObject({ client_name: 'Quill' })
})

it.each([
  ['is gone', () => (status = 404)],
  ['names no address to return to', () => (described = { ...DOCUMENT, redirect_uris: [] })],
])('a document that %s counts no more, on any server', async (_, withdraw) => {
  const store = createStore()
  const read = cache(store)
  await read(AT)
  withdraw()
  now += 2 * HOUR_MS
  await read(AT)
  await until(async () => (await store.find(AT)) === null)
  await expect(read(AT)).rejects.toThrow('could not be read')
  await expect(cache(store)(AT)).rejects.toThrow('could not be read')
})

it('strangers who ask for addresses without a document push out none that is known', async () => {
  const read = cache()
  await read(AT)
  isAway = true
  for (let minute = 0; minute < 20; minute++) {
    now += MINUTE_MS
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => read(`https://quill.example/${minute}/${at}.json`)),
    )
    expect(await read(AT)).toMatchObject({ client_name: 'Quill' })
  }
  isAway = false
  now += HOUR_MS
  asked = []
  expect(await read(AT)).toMatchObject({ client_name: 'Quill' })
  expect(asked).toEqual([AT])
})

it('an address that failed is asked again after a minute, and no sooner', async () => {
  const read = cache()
  isAway = true
  for (const seconds of [0, 20, 39]) {
    now += seconds * 1000
    await expect(read(AT)).rejects.toThrow()
  }
  expect(asked).toHaveLength(1)
  isAway = false
  now += 2000
  expect(await read(AT)).toMatchObject({ client_name: 'Quill' })
})

it('thirty unknown documents are read a minute, however many are asked for', async () => {
  const read = cache()
  const addresses = Array.from({ length: 40 }, (_, at) => `https://quill.example/${at}.json`)
  const read40 = await Promise.allSettled(addresses.map((address) => read(address)))
  expect(read40.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  expect(asked).toHaveLength(30)
  now += MINUTE_MS
  expect(await read('https://quill.example/39.json')).toMatchObject({ client_name: 'Quill' })
})

it.each(['text/plain', 'image/png', 'application/octet-stream', ''])(
  'a text of the type “%s” is no document',
  async (other) => {
    type = other
    await expect(cache()(AT)).rejects.toThrow('could not be read')
  },
)

it.each(['application/json', 'application/vnd.quill+json'])('%s is one', async (one) => {
  type = one
  expect(await cache()(AT)).toMatchObject({ client_name: 'Quill' })
})

it('addresses that lead anywhere but to the web and to programs of the computer are left out', async () => {
  const redirect_uris = [
    ...[
      'search-ms:query=a',
      'shell:startup',
      'jar:https://a.example!/',
      'javascript:alert(1)',
      'quill:/back',
    ],
    ...['https://quill.example/back#a', 'https://quill.example/back#', 'http://quill.example/back'],
    ...['https://localhost/back', 'http://127.0.0.2:1/back', 'http://localhost./back'],
    ...[
      'cursor://anysphere/back',
      'com.example.quill:/back',
      'http://127.0.0.1:1/back',
      'https://quill.example/b',
    ],
  ]
  const get = async (url: string) => ({
    ...{ url, type },
    bytes: Buffer.from(JSON.stringify({ ...DOCUMENT, redirect_uris })),
  })
  const read = createProgramCache({ web: { get }, store: createStore(), now: () => now })
  expect((await read(AT)).redirect_uris).toEqual(redirect_uris.slice(-4))
})
