import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { z } from 'zod'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { OPERATIONS } from '../api.ts'
import { insertSession } from '../features/ground/auth/store.ts'
import { createToken, hashToken } from '../security/tokens.ts'
import { type Answer, type Api, startApi } from '../testing/api.ts'
import { buildArticle, buildUser } from '../testing/builders.ts'
import { MISTYPED, STORABLE, UNSTORABLE } from '../testing/naughty-strings.ts'
import { requestSchema } from './json-schema.ts'
import type { NamedEndpoint } from './openapi.ts'

vi.setConfig({ testTimeout: 120_000 })

const TEXTS = [...STORABLE, ...UNSTORABLE]

let api: Api
let article: { id: number; keywordId: number }
beforeAll(async () => {
  api = await startApi()
  const owner = await api.as('eng')
  const built = await buildArticle(api.database.db, { userId: owner.id, status: 'draft' })
  article = { id: built.id, keywordId: built.keyword.id }
})
afterAll(() => api.close())

/** A body that is right but for what a test puts into it. */
const SOUND: Readonly<Record<string, object>> = {
  'auth.signIn': { username: 'nobody@desk.example', password: 'not the password' },
  'auth.confirm': { token: 'A'.repeat(43), password: 'a rather new password' },
  'auth.requestReset': { username: 'nobody@desk.example' },
  'auth.reset': { token: 'A'.repeat(43), password: 'a rather new password' },
  'auth.changePassword': { password: 'not the password', newPassword: 'a rather new password' },
  'users.create': { username: 'x', first_name: 'Noa', last_name: 'New', role_id: 'opm', active: 1 },
  'users.update': { username: 'x', first_name: 'Noa', last_name: 'New', role_id: 'opm', active: 1 },
  'userActivity.record': { userId: 1, url: 'http://localhost/keywords', restObject: { a: 'b' } },
  'articles.create': {
    siteId: 1,
    keywords: ['kettle'],
    title: 'The best kettle',
    products: [{ asin: 'B000000001', name: 'Kettle', award: 'Best', summary: 'x' }],
    faqs: [{ question: 'Why?' }],
    imageUrl: '/images/x.png',
    intro: 'x',
    notes: 'x',
    draft: true,
  },
  'articles.validate': { command: 'approve', reason: 'x' },
  'articles.resubmit': { articleReturnId: 1, comments: 'x' },
  'keywordChanges.changeTags': { tagsToAdd: ['x'], tagsToRemove: [{ tag: 'y' }], keywordIds: [1] },
  'keywordChanges.prepare': { selection: { keywordIds: [1] }, change: { action: 'untrack' } },
  'keywordComments.create': { comment: 'x', keyword_id: 1, user_id: 1 },
  'keywordComments.update': { comment: 'x' },
  'savedViews.create': { screen: 'keywords', name: 'x', search: 'a=b', is_team: true },
  'savedViews.update': { screen: 'keywords', name: 'x', search: 'a=b', is_team: false },
}

const nameOf = ({ endpoint }: NamedEndpoint) => `${endpoint.method} ${endpoint.path}`

const propertiesOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys((requestSchema(schema) as { properties?: object }).properties ?? {}) : []

let calls = 0
/** Somebody new, signed in, for calls that one person may make a few times only: in a minute, or until a file is made. */
async function somebodyNew(): Promise<string> {
  const { id } = await buildUser(api.database.db)
  const token = createToken()
  const expiresAt = new Date(api.now().getTime() + HOUR_MS)
  await insertSession(api.database.db, {
    tokenHash: hashToken(token),
    userId: id,
    createdAt: api.now(),
    expiresAt,
  })
  return token
}

async function callerOf({ id, endpoint }: NamedEndpoint): Promise<string | null> {
  if (id.startsWith('auth.') && endpoint.access === 'public') return null
  if (endpoint.perMinute !== undefined || endpoint.status === 202) return somebodyNew()
  return (await api.as(id.startsWith('users.') ? 'adm' : 'eng', 2)).token
}

/** A call by a user with permission, from a new address, because rate limits have their own tests. */
async function call(
  operation: NamedEndpoint,
  url: string,
  payload?: object | string,
  type = 'application/json',
): Promise<Answer> {
  calls += 1
  const remoteAddress = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  const token = await callerOf(operation)
  return api.visitor.send({
    method: operation.endpoint.method,
    url,
    remoteAddress,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof payload === 'string' ? { 'content-type': type } : {}),
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

function pathOf(endpoint: Endpoint): string {
  return endpoint.path
    .replace(':keywordId', String(article.keywordId))
    .replace(':id', String(article.id))
    .replace(/:\w+/g, '1')
}

const AT_ONCE = 20

/** Many calls, some of them at once. */
async function each<Value>(values: readonly Value[], check: (value: Value) => Promise<void>) {
  for (let start = 0; start < values.length; start += AT_ONCE) {
    await Promise.all(values.slice(start, start + AT_ONCE).map(check))
  }
}

/** Limits behind all other checks: a call that reaches one was otherwise valid. */
const OWN_LIMIT = 'The solutions were reloaded less than a minute ago.'

/** A refusal says why, in JSON; nothing breaks. */
function expectCalm({ status, body }: Answer, what: string) {
  expect(status, `${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`).toBeLessThan(500)
  // If a rate limit answers instead, the checks behind it are not tested.
  if (body?.message !== OWN_LIMIT) expect(status, what).not.toBe(429)
  if (status >= 400) expect(body.message, what).toEqual(expect.any(String))
}

const show = (value: unknown) => JSON.stringify(value).slice(0, 60)

/** The same in every run, unless `npm run test:orders` shuffles. */
const DRAWN = inject('seed')

/** One in so many of the texts comes to a field in a run, of other things that are sent one in `SHARE`. */
const TURNS = 9
const SHARE = 3

/** Those whose turn it is at this place: places take turns in a run, and runs at a place. */
const inTurn = <Value>(values: readonly Value[], { place, among, drawn = DRAWN }: Turn) =>
  values.filter((_, index) => (index + place + drawn) % among === 0)

interface Turn {
  place: number
  among: number
  drawn?: number
}

/** The texts of one field: other ones than its neighbours meet; what cannot be stored is met by all. */
const turn = (place: number, drawn = DRAWN) => [
  ...inTurn(STORABLE, { place, among: TURNS, drawn }),
  ...UNSTORABLE,
]

test('a field meets every text within nine seeds in a row, and nine neighbours meet all of them with each', () => {
  const met = (turns: string[][]) => new Set(turns.flat())
  const places = Array.from({ length: TURNS }, (_, place) => place)
  expect(met(places.map((place) => turn(place)))).toEqual(new Set(TEXTS))
  for (const place of places)
    expect(met(places.map((later) => turn(place, DRAWN + later)))).toEqual(new Set(TEXTS))
})

describe('no value in a field breaks anything', () => {
  // PUT and PATCH of an article are one call under two methods; a picture's address has tests of its own.
  const withBody = OPERATIONS.filter(
    ({ endpoint, id }) => endpoint.body && id !== 'images.store' && id !== 'articles.replace',
  )
  for (const operation of withBody) {
    const { id, endpoint } = operation
    test(`in the body of ${nameOf(operation)}`, async () => {
      const sound = SOUND[id] ?? SOUND['articles.create'] ?? {}
      const known = propertiesOf(endpoint.body)
      const fields = known.length > 0 ? known : Object.keys(sound)
      expect(fields.length).toBeGreaterThan(0)
      for (const [place, field] of fields.entries()) {
        const mistyped = inTurn(MISTYPED, { place, among: SHARE })
        await each([...turn(place), ...mistyped], async (value) => {
          // Limits per account are tests of their own, too.
          const own = id === 'auth.signIn' ? { username: `nobody${calls}@desk.example` } : {}
          const body = { ...sound, ...own, [field]: value }
          const answer = await call(operation, pathOf(operation.endpoint), body)
          expectCalm(answer, `${field}=${show(value)}`)
        })
      }
    })
  }

  const withQuery = OPERATIONS.filter(({ endpoint }) => endpoint.query)
  for (const operation of withQuery) {
    const { endpoint } = operation
    test(`in the query of ${nameOf(operation)}`, async () => {
      const fields = propertiesOf(endpoint.query)
      for (const [place, field] of fields.entries()) {
        await each(turn(place), async (value) => {
          const query = `${field}=${encodeURIComponent(value.toWellFormed())}`
          const answer = await call(operation, `${pathOf(operation.endpoint)}?${query.slice(0, 12_000)}`)
          expectCalm(answer, query.slice(0, 80))
        })
      }
    })

    test(`in the shape of the query of ${nameOf(operation)}`, async () => {
      const bombs = (name: string) => [
        `${name}[0]=1`,
        `${name}[]=1&${name}[]=2`,
        `${name}[a]=1`,
        `${name}[a][b][c][d][e][f]=1`,
        `${name}[__proto__]=1`,
        `${name}[__proto__][polluted]=1`,
        `${name}[constructor][prototype][polluted]=1`,
        `${name}[99999]=1`,
        `${name}[toString]=1`,
        `${name}[length]=1000000000`,
        `${`${name}[]=1&`.repeat(600)}`,
        `${name}${'[a]'.repeat(500)}=1`,
        `${name}=%`,
        `${name}=%00`,
        `${name}=%ff%fe`,
        `${name}=%ed%a0%80`,
        `${name}`,
        `${name}=1&${name}=2&${name}[x]=3`,
      ]
      for (const [place, field] of propertiesOf(endpoint.query).entries()) {
        await each(inTurn(bombs(field), { place, among: SHARE }), async (query) => {
          expectCalm(await call(operation, `${pathOf(operation.endpoint)}?${query}`), query.slice(0, 80))
        })
      }
      for (const query of [
        '__proto__[polluted]=1',
        'constructor[prototype][polluted]=1',
        '&&&=&=',
        `${'a=1&'.repeat(3000)}`,
      ]) {
        expectCalm(await call(operation, `${pathOf(operation.endpoint)}?${query}`), query.slice(0, 80))
      }
      expect('polluted' in {}).toBe(false)
    })
  }

  const withParams = OPERATIONS.filter(({ endpoint }) => endpoint.params)
  for (const [place, operation] of withParams.entries()) {
    const { endpoint, id } = operation
    test(`in the address of ${nameOf(operation)}`, async () => {
      const values = turn(place).filter((text) => text !== '' && text.length < 300)
      await each(values, async (value) => {
        const url = endpoint.path.replace(/:\w+/g, encodeURIComponent(value.toWellFormed()))
        expectCalm(await call(operation, url, endpoint.body ? (SOUND[id] ?? {}) : undefined), url)
      })
    })
  }
})

test('a name is saved as it was sent, without the blanks around it; with control characters it is refused', async () => {
  const admin = await api.as('adm')
  const names = STORABLE.filter((text) => text.trim() !== '' && text.length <= 100)
  expect(names.length).toBeGreaterThan(110)
  await each([...names.entries()], async ([index, name]) => {
    const user = {
      username: `naughty${index}@desk.example`,
      first_name: name,
      last_name: name,
      role_id: 'wrt',
      active: 0,
    }
    const { status, body } = await admin.post('/api/users', user)
    if (/\p{Cc}/u.test(name.trim())) {
      expect([status, body.validation.body.message]).toEqual([
        400,
        'Must be one line without control characters',
      ])
      return
    }
    expect(status, show(name)).toBe(201)
    const { body: read } = await admin.get(`/api/users/${body.id}`)
    expect([read.first_name, read.last_name]).toEqual([name.trim(), name.trim()])
    const { rows } = await api.database.pool.query('select first_name from users where id = $1', [body.id])
    expect(rows[0].first_name).toBe(name.trim())
  })
})

test('a value that no database can hold is refused with a message, not stored differently', async () => {
  const admin = await api.as('adm')
  for (const name of UNSTORABLE) {
    const { status, body } = await admin.post('/api/users', {
      ...SOUND['users.create'],
      username: 'x@desk.example',
      first_name: name,
    })
    expect([status, body.validation.body.message]).toEqual([400, 'Contains characters that can’t be stored'])
  }
})
