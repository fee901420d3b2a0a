import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { USER_SORTS } from '#shared/features/ground/users/contract.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'

type Row = Record<string, never> & { id: number; first_name: string; username: string; active: number }

let api: Api
let admin: Client
beforeAll(async () => {
  api = await startApi()
  admin = await api.as('adm')
  for (let each = 0; each < 30; each++) {
    await buildUser(api.database.db, {
      // Names out of the order of their numbers, in both cases, some of them shared.
      firstName: `${each % 2 ? 'm' : 'M'}${String((each * 7) % 15).padStart(2, '0')}`,
      lastName: `L${String((each * 11) % 30).padStart(2, '0')}`,
      username: `m${String((each * 13) % 30).padStart(2, '0')}@many.example`,
      roleId: ROLE_IDS[each % 5] ?? 'opm',
      active: each % 6 !== 0,
      lastSignInAt: each % 3 === 0 ? null : new Date(Date.UTC(2026, 0, ((each * 17) % 28) + 1)),
    })
  }
  for (const [firstName, lastName, username] of [
    ['Ana Lucía', 'Fonte_Seca', 'alf@hundred.example'],
    ['Amarqua', 'Zed', 'zeda@marquanet.example'],
    ['Ute', 'Marqua', 'um@marquanet.example'],
    ['Bo', 'Low', 'bomarqua@marquanet.example'],
    ['Marquard', 'Abe', 'mabe@marquanet.example'],
  ] as const)
    await buildUser(api.database.db, { firstName, lastName, username })
})
afterAll(() => api.close())

async function everyPage(client: Client, query: string): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await client.get(`/api/users?page=${page}&${query}`)
    expect(status).toBe(200)
    expect(body.page).toBe(page)
    found.push(...body.nodes)
    if (body.nodes.length < 20) {
      expect(found).toHaveLength(body.totalCount)
      return found
    }
  }
}

test('users come twenty to a page, each of them once [USER-010] [USER-035] [USER-036]', async () => {
  const first = await admin.get('/api/users')
  expect(Object.keys(first.body).sort()).toEqual(['nodes', 'page', 'totalCount'])
  expect(first.body.nodes).toHaveLength(20)
  expect([first.body.totalCount, first.body.page]).toEqual([45, 1])
  const all = await everyPage(admin, '')
  expect(new Set(all.map(({ id }) => id)).size).toBe(45)
  expect((await admin.get('/api/users?page=9')).body).toEqual({ nodes: [], totalCount: 45, page: 9 })
})

test('users are sorted by first name, ascending, by default [USER-009]', async () => {
  const plain = (await everyPage(admin, '')).map(({ id }) => id)
  const sorted = (await everyPage(admin, 'sort=first_name&sortOrder=asc')).map(({ id }) => id)
  expect(plain).toEqual(sorted)
})

const sortedBy = (row: Row, sort: (typeof USER_SORTS)[number]) => {
  const value = row[sort === 'role' ? 'role_id' : sort] as unknown
  return typeof value === 'string' ? value.toLowerCase() : (value as number | null)
}

for (const sort of USER_SORTS) {
  test(`users sort by ${sort} in both directions, those without a value last, ties by their number`, async () => {
    for (const [order, sign] of [
      ['asc', 1],
      ['ascend', 1],
      ['desc', -1],
      ['descend', -1],
    ] as const) {
      const rows = await everyPage(admin, `sort=${sort}&sortOrder=${order}`)
      const expected = [...rows].sort((a, b) => {
        const [left, right] = [sortedBy(a, sort), sortedBy(b, sort)]
        if (left === right) return a.id - b.id
        if (left === null || right === null) return left === null ? 1 : -1
        return left < right ? -sign : sign
      })
      expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }
  })
}

test('an order by anything else is refused', async () => {
  for (const sort of [
    'password_hash',
    'passwordHash',
    'id',
    'keywords.username',
    'users.users.username',
    'users.password_hash',
    '1',
    'username; drop table users',
  ]) {
    const { status } = await admin.get(`/api/users?sort=${encodeURIComponent(sort)}`)
    expect(status, sort).toBe(400)
  }
  expect((await admin.get('/api/users?sortOrder=asc;')).status).toBe(400)
})

test('a search finds every word typed in name or email, in any case and order', async () => {
  const found = async (query: string) =>
    (await admin.get(`/api/users?query=${encodeURIComponent(query)}`)).body.nodes.map(
      ({ username }: Row) => username,
    )
  for (const query of ['ana', 'FONTE', 'lucía fonte', 'fonte ana', 'alf@hundred', ' ana  alf ', 'e_s']) {
    expect(await found(query), query).toEqual(['alf@hundred.example'])
  }
  for (const query of ['ana nobody', 'alf%', '%', 'a_f@', '\\', "' or 1=1 --"]) {
    expect(await found(query), query).toEqual([])
  }
})

test('users whose first or last name begins with the typed text come first, then those that contain it; the domain of an address finds nobody [COMM-009]', async () => {
  const colleague = await api.as('wrt')
  const names = async (query: string, more = '') =>
    (await colleague.get(`/api/users?query=${encodeURIComponent(query)}${more}`)).body.nodes.map(
      (row: Row) => row.first_name,
    )
  expect(await names('marqua')).toEqual(['Marquard', 'Ute', 'Amarqua', 'Bo'])
  expect(await names('marqua z')).toEqual(['Amarqua'])
  expect(await names('marquanet')).toEqual([])
  expect(await names('@marquanet')).toEqual(['Amarqua', 'Bo', 'Marquard', 'Ute'])
  const sorted = await admin.get('/api/users?query=marqua&sort=users.last_name&sortOrder=desc')
  expect(sorted.body.nodes.map((row: Row) => row.last_name)).toEqual(['Zed', 'Marqua', 'Low', 'Abe'])
})

test('users are found by their numbers, in every spelling of a list', async () => {
  const ids = (await everyPage(admin, '')).slice(3, 6).map(({ id }) => id)
  const spellings = [
    ids.map((id) => `ids=${id}`),
    ids.map((id) => `ids[]=${id}`),
    ids.map((id, index) => `ids[${index}]=${id}`),
  ]
  for (const spelling of spellings) {
    const { body } = await admin.get(`/api/users?${spelling.join('&')}`)
    expect(body.nodes.map(({ id }: Row) => id).sort()).toEqual([...ids].sort())
  }
})

test('users who manage users see them whole, also the locked ones; others see only names of active ones [ART-128]', async () => {
  const whole = [
    'active',
    'confirmed',
    'first_name',
    'id',
    'last_name',
    'last_sign_in_at',
    'role',
    'role_id',
    'sign_in_count',
    'username',
    'version',
  ]
  const keysFor = {
    adm: whole,
    eng: whole,
    opm: ['first_name', 'id', 'last_name', 'username'],
    qa: ['first_name', 'id', 'last_name', 'username'],
    wrt: ['first_name', 'id', 'last_name', 'username'],
  }
  const locked = (await everyPage(admin, '')).filter(({ active }) => active === 0)
  expect(locked).toHaveLength(5)
  for (const role of ROLE_IDS) {
    const rows = await everyPage(await api.as(role), '')
    for (const row of rows) expect(Object.keys(row).sort(), role).toEqual(keysFor[role])
    const seen = locked.filter(({ id }) => rows.some((row) => row.id === id))
    expect(seen, role).toHaveLength(keysFor[role] === whole ? 5 : 0)
  }
})

test('users named by number in a filter are found by everybody on one page, locked people too, by name alone', async () => {
  const all = await everyPage(admin, '')
  const ids = all.map(({ id }) => `ids=${id}`).join('&')
  expect(all.length).toBeGreaterThan(20)
  for (const role of ['wrt', 'adm'] as const) {
    const { body } = await (await api.as(role)).get(`/api/users?${ids}`)
    expect(body.nodes.map(({ id }: Row) => id).sort()).toEqual(all.map(({ id }) => id).sort())
    const isWhole = body.nodes.every((row: object) => 'active' in row)
    expect([body.totalCount, isWhole]).toEqual([all.length, role === 'adm'])
  }
})

test('without the right to manage users, no sort order reveals hidden fields', async () => {
  const writer = await api.as('wrt')
  const plain = (await everyPage(writer, '')).map(({ id }) => id)
  for (const sort of USER_SORTS) {
    expect((await everyPage(writer, `sort=${sort}&sortOrder=desc`)).map(({ id }) => id)).toEqual(plain)
  }
})

test('the activity filter reads the names of all users, by first and then by last name, and nothing else of them [ACT-015]', async () => {
  const { status, body } = await (await api.as('eng')).get('/api/users/all')
  const named = (await everyPage(admin, '')).map(({ id, first_name, last_name, username }) => ({
    ...{ id, first_name, last_name, username },
    place: `${first_name} ${last_name}`.toLowerCase(),
  }))
  const inOrder = named.toSorted((a, b) => (a.place < b.place ? -1 : 1))
  expect([status, body]).toEqual([200, inOrder.map(({ place: _place, ...name }) => name)])
})
