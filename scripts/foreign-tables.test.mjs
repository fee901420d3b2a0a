import { expect, it } from 'vitest'
import { foreignTables, tablesOf } from './foreign-tables.mjs'

const OWNERS = new Map([
  ['shelves', ['shelves']],
  ['keywords', ['keywords', 'comparison']],
  ['articles', ['articles']],
])

it('a schema file declares its tables', () => {
  const text =
    "export const one = pgTable('shelves', {})\nexport const other = pgTable(\n  'shelf_rows',\n  {})"
  expect(tablesOf(text)).toEqual(['shelves', 'shelf_rows'])
})

it('SQL that reads or writes the table of another noun is reported with that noun', () => {
  for (const statement of [
    'select 1 from keywords',
    'select 1 from shelves join keywords using (keyword_id)',
    'insert into keywords values (1)',
    'update keywords set tracked = true',
    'delete from shelves using keywords where true',
    'select 1 from only keywords',
  ])
    expect(foreignTables(statement, 'shelves', OWNERS), statement).toEqual(['keywords'])
})

it('own and shared tables are not foreign, and neither are other names', () => {
  expect(foreignTables('select 1 from shelves join later using (id)', 'shelves', OWNERS)).toEqual([])
  expect(foreignTables('select 1 from keywords', 'comparison', OWNERS)).toEqual([])
})

it('each foreign table is reported once', () => {
  const text = 'select 1 from keywords; update keywords set x = 1; select 1 from articles'
  expect(foreignTables(text, 'shelves', OWNERS)).toEqual(['articles', 'keywords'])
})
