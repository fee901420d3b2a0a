import { expect, it } from 'vitest'
import {
  commandFaults,
  contentFaults,
  folderFaults,
  lengthWarnings,
  linkFaults,
  meaningFaults,
  nameFaults,
  storeFaults,
  styleFaults,
  tableOwnersOf,
  verbFaults,
} from './structure-faults.mjs'

const lines = (count) => '\n'.repeat(count - 1)
/** Written apart, as these sources are checked like all others. */
const DEFAULT = ['export', 'default'].join(' ')
const importOf = (names, from) => `import { ${names} } from '${from}'`

it('a file’s name describes its content, in kebab-case', () => {
  expect(nameFaults('scripts/helpers.ts')).toEqual([
    'scripts/helpers.ts: a name that says nothing; name what the file holds',
  ])
  expect(nameFaults('src/server/readRows.ts')).toEqual(['src/server/readRows.ts: file names are kebab-case'])
  expect(nameFaults('src/server/read-rows.test.ts')).toEqual([])
})

it('the kernel has a folder for each mechanism', () => {
  expect(nameFaults('src/server/kernel/imports/read-rows.ts')).toEqual([])
  expect(nameFaults('src/server/kernel/read-rows.ts')).toEqual([
    'src/server/kernel/read-rows.ts: kernel/ has a folder for each mechanism that features share',
  ])
})

it('a feature consists of the kinds of file that its side knows, ignoring tests', () => {
  const refused = [
    ['shared', 'src/shared/features/products/shelves/service.ts'],
    ['server', 'src/server/features/products/shelves/contract.ts'],
    ['server', 'src/server/features/products/shelves/verbs/deep/put-up.ts'],
    ['web', 'src/web/features/products/shelves/shelf-store.ts'],
    ['web', 'src/web/features/products/shelves/lists/shelf-list.tsx'],
  ]
  for (const [side, file] of refused)
    expect(nameFaults(file)).toEqual([
      `${file}: not one of the kinds of file that a ${side} feature is made of`,
    ])
  for (const file of [
    'src/shared/features/products/shelves/rules.ts',
    'src/server/features/products/shelves/kept-shelf-queries.ts',
    'src/server/features/products/shelves/shelf-reader.ts',
    'src/server/features/products/shelves/verbs/put-up.ts',
    'src/server/features/products/shelves/anything.test.ts',
    'src/web/features/products/shelves/shelf-list.tsx',
    'src/web/features/articles/articles/lists/article-list.tsx',
  ])
    expect(nameFaults(file), file).toEqual([])
})

it('a file that is too long is refused, a screen sooner, and a fairly long file other than a test gets a warning', () => {
  expect(contentFaults(['src/server/shelf.ts', lines(401)])).toEqual([
    'src/server/shelf.ts: 401 lines; split it',
  ])
  expect(contentFaults(['src/server/shelf.ts', lines(400)])).toEqual([])
  const screen = 'src/web/features/products/shelves/shelves-screen.tsx'
  expect(contentFaults([screen, lines(151)])).toEqual([
    `${screen}: 151 lines; a screen composes, its dialogs, tables and forms are files of their own`,
  ])
  expect(contentFaults([screen, lines(150)])).toEqual([])
  const told = [300, 301, 400, 401].flatMap((count) => lengthWarnings(['src/server/shelf.ts', lines(count)]))
  expect(told).toEqual(['src/server/shelf.ts: 301 lines', 'src/server/shelf.ts: 400 lines'])
  expect(lengthWarnings(['src/server/shelf.test.ts', lines(350)])).toEqual([])
})

it('forbidden content is refused in the files where it is forbidden, and only there', () => {
  const cases = [
    {
      text: `${DEFAULT} 1`,
      says: 'named exports only',
      refused: ['src/server/shelf.ts'],
      fine: ['vite.config.ts', 'e2e/run-report.ts'],
    },
    {
      text: importOf('Button, Select', 'antd'),
      says: 'lists to choose from come from src/web/ui/input/select.tsx, where Tab leaves them',
      refused: ['src/web/features/products/shelves/shelf-form.tsx'],
      fine: ['src/web/ui/input/select.tsx'],
    },
    {
      text: 'const shelf = found as never',
      says: 'a cast to never, unknown or any; say what it is',
      refused: ['src/web/app/router.ts'],
      fine: ['src/web/app/router.test.ts', 'src/server/app.ts'],
    },
    {
      text: "throw new AppError('conflict')",
      says: 'an adapter reports a failure in the terms of its port; the feature words the message for users',
      refused: ['src/server/integrations/shelf-maker/built-in.ts'],
      fine: [
        'src/server/features/products/shelves/service.ts',
        'src/server/integrations/shelf-maker/port.test.ts',
      ],
    },
    {
      text: 'export const presentShelf = () => {}',
      says: 'what goes out on the wire is written in present.ts',
      refused: [
        'src/server/features/products/shelves/routes.ts',
        'src/server/features/products/shelves/queries.ts',
      ],
      fine: [
        'src/server/features/products/shelves/present.ts',
        'src/server/integrations/shelf-maker/built-in.ts',
      ],
    },
    {
      text: 'const day = now.toISOString().slice(0, 10)',
      says: "a moment's day is the organisation's, not UTC's; dayAt() and useToday() say it",
      refused: ['src/server/features/products/shelves/service.ts', 'src/web/ui/date.tsx'],
      fine: ['src/server/features/products/shelves/shelves.test.ts', 'src/server/db/day.ts'],
    },
    {
      text: importOf('sql', 'drizzle-orm'),
      says: 'only store.ts, queries.ts and db/ speak to the query builder',
      refused: ['src/server/features/products/shelves/service.ts'],
      fine: [
        'src/server/features/products/shelves/store.ts',
        'src/server/features/products/shelves/kept-queries.ts',
        'src/server/features/products/shelves/shelves.test.ts',
        'src/server/db/day.ts',
        'scripts/shelf.ts',
      ],
    },
  ]
  for (const { text, says, refused, fine } of cases) {
    for (const file of refused) expect(contentFaults([file, text])).toEqual([`${file}: ${says}`])
    for (const file of fine) expect(contentFaults([file, text]), `${file}: ${says}`).toEqual([])
  }
})

it('a cast or a day in a comment is ignored', () => {
  expect(contentFaults(['src/web/app/router.ts', '/* as any */\n// as unknown\n'])).toEqual([])
  expect(contentFaults(['src/web/ui/date.tsx', '// toISOString().slice(0, 10)'])).toEqual([])
})

it('a verb opens a transaction, takes part in one or is an exception, and an unnecessary exception is refused', () => {
  const file = 'src/server/features/products/shelves/verbs/put-up.ts'
  const excused = new Map([['shelves/verbs/put-up.ts', 'its wall is built in the same transaction']])
  const opens = 'return transaction(db, async (tx) => put(tx))'
  for (const text of [opens, 'bulkTransaction(db, put)', 'export function putUp(tx: Db) {}'])
    expect(verbFaults([file, text], new Map()), text).toEqual([])
  const reads = '// no transaction(db)\nexport const readShelf = (db: Db) => find(db)'
  expect(verbFaults([file, reads], new Map())).toEqual([
    `${file}: verbs/ is for transactions; move readers and texts to the folder above`,
  ])
  expect(verbFaults([file, reads], excused)).toEqual([])
  expect(verbFaults([file, opens], excused)).toEqual([
    `${file}: opens a transaction and needs no exception in scripts/check-structure.mjs`,
  ])
  expect(verbFaults(['src/server/features/products/shelves/service.ts', reads], new Map())).toEqual([])
  expect(verbFaults(['src/server/features/products/shelves/verbs/put-up.test.ts', reads], new Map())).toEqual(
    [],
  )
})

it('the tables of a schema belong to the noun that it is named after, or to those that share it', () => {
  const schema = (name, table) => [`src/server/db/schema/${name}.ts`, `pgTable('${table}', {})`]
  const sources = [
    schema('shelves', 'shelves'),
    schema('house', 'walls'),
    ['src/a.ts', "pgTable('none', {})"],
  ]
  expect([...tableOwnersOf(sources, new Map([['house', ['walls', 'doors']]]))]).toEqual([
    ['shelves', ['shelves']],
    ['walls', ['walls', 'doors']],
  ])
})

const ROWS = {
  owners: new Map([['house', ['walls', 'shelves']]]),
  tableOwners: new Map([
    ['shelves', ['shelves']],
    ['books', ['books']],
  ]),
  lookedUp: new Map(),
  namedInSql: new Map(),
}
const STORE = 'src/server/features/products/shelves/kept-store.ts'

it('a store joins no tables', () => {
  expect(storeFaults([STORE, 'db.select().from(a).leftJoin(b, on)'], ROWS)).toEqual([
    `${STORE}: a store keeps to its noun's tables; what joins others is read in queries.ts`,
  ])
  expect(storeFaults(['src/server/features/products/shelves/queries.ts', 'a.leftJoin(b, on)'], ROWS)).toEqual(
    [],
  )
})

it('a store imports the schemas of its noun, those that it shares, and those whose rows it may look up', () => {
  const text = (schema) => importOf('rows', `../../db/schema/${schema}.ts`)
  const refused = [
    `${STORE}: rows of db/schema/books.ts are another noun's; ask its feature, or read them in queries.ts`,
  ]
  expect(storeFaults([STORE, text('books')], ROWS)).toEqual(refused)
  expect(storeFaults([STORE, text('shelves')], ROWS)).toEqual([])
  expect(storeFaults([STORE, text('house')], ROWS)).toEqual([])
  const lookedUp = new Map([['shelves/kept-store.ts', ['books']]])
  expect(storeFaults([STORE, text('books')], { ...ROWS, lookedUp })).toEqual([])
  expect(
    storeFaults([STORE, text('books')], { ...ROWS, lookedUp: new Map([['shelves/store.ts', ['books']]]) }),
  ).toEqual(refused)
})

it('a store names foreign tables in its SQL only by an exception, and an unnecessary exception is refused', () => {
  const text = '// from books\nsql`select 1 from shelves`'
  const naming = 'sql`select 1 from books`'
  const namedInSql = new Map([['shelves/kept-store.ts', ['books']]])
  expect(storeFaults([STORE, text], ROWS)).toEqual([])
  expect(storeFaults([STORE, naming], ROWS)).toEqual([
    `${STORE}: the table books is another noun's; ask its feature, or read it in queries.ts`,
  ])
  expect(storeFaults([STORE, naming], { ...ROWS, namedInSql })).toEqual([])
  expect(storeFaults([STORE, text], { ...ROWS, namedInSql })).toEqual([
    `${STORE}: names books no more and needs no exception in scripts/check-structure.mjs`,
  ])
})

it('a folder of the browser has a limited number of files, ignoring tests', () => {
  const files = Array.from({ length: 31 }, (_, at) => `src/web/features/products/shelves/${at}-row.tsx`)
  expect(folderFaults(files)).toEqual(['src/web/features/products/shelves: 31 files; cut it into parts'])
  expect(folderFaults(files.slice(1))).toEqual([])
  expect(folderFaults([...files.slice(1), 'src/web/features/products/shelves/shelves.test.tsx'])).toEqual([])
  expect(folderFaults(files.map((file) => file.replace('web/features', 'server')))).toEqual([])
})

it('a command that names a missing file is refused, by its path or through run.mjs', () => {
  const isThere = (file) => ['scripts/run.mjs', 'scripts/shelf.ts'].includes(file)
  expect(commandFaults({ shelf: 'node scripts/run.mjs shelf', types: 'tsc -b' }, isThere)).toEqual([])
  expect(
    commandFaults({ wall: 'node scripts/run.mjs wall', door: 'node bench/door.ts --fast' }, isThere),
  ).toEqual([
    'package.json: npm run wall needs scripts/wall.ts, which does not exist',
    'package.json: npm run door needs bench/door.ts, which does not exist',
  ])
})

it('a link in a document leads to an existing file, from the document’s own folder, and to one of its headings', () => {
  const files = { 'docs/shelves.md': '## Fix a “shelf”', 'docs/pictures/shelf.png': '', 'README.md': '# Top' }
  const textOf = (file) => files[file] ?? null
  const house = [
    '# Here',
    '[a](shelves.md) [b](shelves.md#fix-a-shelf) ![c](pictures/shelf.png "A shelf") [d](../README.md#top) [e](#here)',
    '[f](https://example.com/x)',
  ].join('\n')
  expect(linkFaults(['docs/house.md', house], textOf)).toEqual([])
  expect(linkFaults(['docs/house.md', '[a](walls.md#one) [b](shelves.md#two) [c](#three)'], textOf)).toEqual([
    'docs/house.md: links to walls.md#one, which does not exist',
    'docs/house.md: links to shelves.md#two, which does not exist',
    'docs/house.md: links to #three, which does not exist',
  ])
  expect(linkFaults(['house.md', '[a](shelves.md)'], textOf)).toEqual([
    'house.md: links to shelves.md, which does not exist',
  ])
})

it('no two stylesheets style one class; a class that only contains another stylesheet’s is accepted', () => {
  const shelf = ['src/web/shelf.css', '.shelf { color: red }\n.shelf:hover, .shelf.wide { color: blue }']
  expect(
    styleFaults([shelf, ['src/web/wall.css', '/* .shelf { } */\n.wall > .shelf { margin: 0 }']]),
  ).toEqual([])
  expect(styleFaults([shelf, ['src/web/wall.css', '.wall, .shelf { margin: 0 }']])).toEqual([
    'src/web/wall.css: .shelf is a name of src/web/shelf.css',
  ])
})

it('a name has one meaning in server and shared code, and one in browser and shared code; the two may differ', () => {
  const shared = ['src/shared/shelf.ts', 'export const Shelf = z.object({})']
  const told = (source) => meaningFaults([shared, source])
  for (const text of ['export interface Shelf {}', 'export type Shelf = string', 'export class Shelf {}'])
    expect(told(['src/server/shelf.ts', text])).toEqual([
      'src/server/shelf.ts: Shelf means something else in src/shared/shelf.ts',
    ])
  expect(told(['src/web/shelf.ts', 'export interface Shelf {}'])).toHaveLength(1)
  expect(told(['src/server/shelf.test.ts', 'export interface Shelf {}'])).toEqual([])
  expect(told(['src/server/shelf.ts', 'interface Shelf {}\nexport const SHELF = z.string()'])).toEqual([])
  const wall = (side) => [`src/${side}/wall.ts`, 'export interface Wall {}']
  expect(meaningFaults([wall('server'), wall('web')])).toEqual([])
})

it('components and shared functions have unique names, too', () => {
  const faults = (...sources) => meaningFaults(sources)
  const table = (noun) => [`src/web/${noun}/table.tsx`, 'export function Table() {}\nexport const EMPTY = 1']
  expect(faults(table('walls'), table('shelves'))).toEqual([
    'src/web/shelves/table.tsx: Table means something else in src/web/walls/table.tsx',
  ])
  const hook = (noun) => [`src/web/${noun}/use-it.ts`, 'export function useIt() {}']
  expect(faults(hook('walls'), hook('shelves'))).toHaveLength(1)
  const rules = ['src/shared/rules.ts', 'export const heightOf = (shelf) => shelf.height']
  const deed = (side) => [`src/${side}/store.ts`, 'export function heightOf() {}']
  expect(faults(rules, deed('server'), deed('web'))).toEqual([
    'src/server/store.ts: heightOf means something else in src/shared/rules.ts',
    'src/web/store.ts: heightOf means something else in src/shared/rules.ts',
  ])
  // What features do apart may be called alike: each is read where it stands.
  expect(faults(deed('web'), ['src/web/walls/queries.ts', 'export function heightOf() {}'])).toEqual([])
})
