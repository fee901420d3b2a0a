import { expect, it } from 'vitest'
import { formatStatement } from './sql-layout.ts'

it('gives each clause a line, and a query in parentheses its own indent', () => {
  expect(
    formatStatement(
      "select a.id,count( * )  from articles a left join sites s using (site_id) where a.status='draft' and a.id in (select id from mine where n between 1 and 2 or n is null) group by a.id order by 2 desc limit 5",
    ),
  ).toBe(
    [
      'select a.id, count(*)',
      'from articles a',
      'left join sites s using (site_id)',
      "where a.status='draft'",
      '  and a.id in (',
      '  select id',
      '  from mine',
      '  where n between 1 and 2',
      '    or n is null',
      ')',
      'group by a.id',
      'order by 2 desc',
      'limit 5',
    ].join('\n'),
  )
})

it('is unchanged the second time', () => {
  const once = formatStatement(
    'with x as (select 1) select * from x cross join y where left(name, 3) is distinct from z',
  )
  expect(once).toContain('where left(name, 3) is distinct from z')
  expect(formatStatement(once)).toBe(once)
})

it.each([
  ["select 'a  from  b' , \"Odd  name\" , $$ from  here $$, $t$ x  $$  y $t$, E'it\\'s  from' from t"],
  ['select 1 -- from  where  it is\n, 2 /* and  or  */ from t'],
  ["select 'one'\n'two'  from t"],
  ['select extract(year from day), count(*) over (partition by a order by b) from t'],
  ['select case when a and b then 1 else 2 end from t'],
  ['select * from t where name = 𝒶 and x::text like $1'],
  ['this is ; no (( statement'],
])('changes nothing but the spaces between the parts of %s', (statement) => {
  const parts = (text: string) =>
    text.match(/\$(\w*)\$[\s\S]*?\$\1\$|E'(?:\\.|[^'])*'|'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|[^\s]/g)
  expect(parts(formatStatement(statement))).toEqual(parts(statement))
})

it('keeps a line break between two strings, which are one string only with it', () => {
  expect(formatStatement("select 'one'\n  'two'")).toContain("'one'\n  'two'")
})

it('continues below a comment that ends its line', () => {
  expect(formatStatement('select 1 -- one\n, 2')).toBe('select 1 -- one\n, 2')
})

it('breaks no line inside a function, a window or a CASE', () => {
  const statement = 'select extract(year from day), sum(n) over (order by day), case when a and b then 1 end'
  expect(formatStatement(statement)).toBe(statement)
})
