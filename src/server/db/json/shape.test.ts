import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import { toSignificant } from '#shared/format/percent.ts'
import type { Database } from '../connect.ts'
import { addressIfSafe } from '../sql/address-if-safe.ts'
import { significantDigits } from '../sql/significant-digits.ts'
import { createTestDatabase } from '../testing.ts'
import { listText, objectText } from './json-text.ts'
import { jsonList, jsonMoment, jsonRow, jsonRows, namedList } from './shape.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function textOf(json: SQL): Promise<string> {
  const { rows } = await database.db.execute<{ text: string }>(sql`select ${json}::text as text`)
  return rows[0]?.text ?? ''
}

it('the database writes rows, lists and missing rows as JavaScript would', async () => {
  const words = ['plain', 'a "quote" and a \\', 'tab\tline\nbell\u0007', '‘curly’ — é 😀 \u2028', '</script>']
  const row = { word: sql<string>`word`, place: sql<number>`place`, none: sql<string | null>`null::text` }
  const from = sql`unnest(${sql.param(words)}::text[]) with ordinality w(word, place) order by place`
  const expected = words.map((word, at) => ({ word, place: at + 1, none: null }))
  expect(await textOf(jsonRows(row, from))).toBe(JSON.stringify(expected))
  expect(await textOf(jsonRows(row, sql`(select 'x' as word, 1 as place) w where false`))).toBe('[]')
  const nested = { inner: jsonRow<unknown>(row, sql`(select 'x' as word, 1 as place) w where false`) }
  expect(await textOf(jsonRow(nested))).toBe('{"inner":null}')
})

it('a moment is written in UTC with milliseconds', async () => {
  const moment = jsonMoment(sql`'2026-03-29 02:30:00.0429+02'::timestamptz`)
  expect(await textOf(jsonRow<{ at: string }>({ at: moment }))).toBe('{"at":"2026-03-29T00:30:00.042Z"}')
})

it('a row lists its fields in the order of their shape, also around lists of rows known by name', async () => {
  const shape = jsonList<{ first: number; names: string[]; last: string }, 'names'>({
    first: sql`1`,
    names: namedList('names', sql`'{3,17}'::int[]`),
    last: sql`'end'`,
  })
  const rows = await database.db.select(shape.columns).from(sql`(select 1) one`)
  const names = { listsOf: async (ids: readonly string[]) => ids.map((each) => JSON.stringify([each])) }
  const texts = await shape.write(rows, { names })
  const page = objectText<{ rows: unknown; total: number }>({ rows: listText(texts), total: 3 })
  expect(page.text).toBe('{"rows":[{"first":1,"names":["{3,17}"],"last":"end"}],"total":3}')
})

it('the database rounds every share of up to 90 days as the screens do', async () => {
  const { rows } = await database.db.execute<{ rate: number; shown: number }>(sql`
    select rate, ${significantDigits(sql`rate`)}::float8 as shown
    from generate_series(1, 90) days, generate_series(0, days) won, lateral (select (100.0 * won / days)::real as rate) r`)
  expect(rows).toHaveLength(4185)
  for (const { rate, shown } of rows) expect(shown).toBe(toSignificant(rate))
})

it('the database and the previews agree on the addresses that a link may lead to', async () => {
  const addresses = [
    'https://a.example/x',
    'HTTP://a.example',
    '/own/page',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    ' https://a.example',
    'ftp://a.example',
    '',
    '/',
  ]
  for (const address of addresses) {
    const text = await textOf(jsonRow<{ url: string | null }>({ url: addressIfSafe(sql`${address}::text`) }))
    expect(text).toBe(JSON.stringify({ url: safeAddress(address) }))
  }
})
