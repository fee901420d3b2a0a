import { expect, it } from 'vitest'
import {
  commandFaults,
  folderFaults,
  linkFaults,
  meaningFaults,
  nameFaults,
  storeFaults,
  styleFaults,
  tableOwnersOf,
  verbFaults,
} from './structure-faults.mjs'

const importOf = (names, from) => `import { ${names} } from '${from}'`

it('a file’s name describes its content', () => {
  expect(nameFaults('scripts/helpers.ts')).toEqual([
    'scripts/helpers.ts: a name that says nothing; name what the file holds',
  ])
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
