// Refuses file names, uses of tables and links that the architecture does not know. See ARCHITECTURE.md, "Where things go".
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaFaults } from './area-faults.mjs'
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

/** Verbs without one, and why. */
const WITHOUT_TRANSACTION = new Map([
  ['comparison/verbs/create-update.ts', 'its article is made by the verb of articles, in its transaction'],
  [
    'replacements/verbs/request-edits.ts',
    'its draft is made by the verb of the Content Tracker, in its transaction',
  ],
])
/** Nouns whose tables are in a schema file with another name. */
const OWNERS = new Map([
  ['answered-calls', ['idempotency']],
  ['article-work', ['articles', 'article-versions', 'claims', 'preflight']],
  ['catalog', ['products', 'product-library']],
  ['content', ['content-tracker']],
  ['keywords', ['keywords', 'keyword-changes', 'keyword-comments', 'saved-views', 'comparison']],
  ['searches', ['gsc-keywords']],
  ['users', ['users', 'auth', 'user-activity', 'provider']],
  ['factors', ['factors', 'provider']],
  ['products', ['product-library', 'products']],
  ['workspace', ['system']],
])
/** Tables of other nouns that a store may look up by id or lock. No joins, and no writes except these. */
const LOOKED_UP = new Map([
  ['article-versions/store.ts', ['articles', 'sites']],
  ['articles/store.ts', ['keywords']],
  ['exports/store.ts', ['users']],
  ['keyword-comments/store.ts', ['users']],
  ['keywords/store.ts', ['sites']],
  ['posts/store.ts', ['articles']],
  ['saved-views/store.ts', ['users']],
  ['share-of-voice/import-store.ts', ['keywords']],
])
/** Tables of others that a store names in SQL of its own: what works on whole tables at once. None are added. */
const NAMED_IN_SQL = new Map([
  ['access-reviews/settle-store.ts', ['access_steps']],
  [
    'alert-rules/facts-store.ts',
    [
      ...[
        'content_earnings',
        'content_posts',
        'content_products',
        'keyword_days',
        'keywords',
        'product_prices',
      ],
      ...['product_stocks', 'products', 'publisher_days', 'site_earnings'],
    ],
  ],
  [
    'content-tracker/article-store.ts',
    ['article_events', 'article_keywords', 'article_posts', 'article_products', 'articles', 'keywords'],
  ],
  ['content-tracker/keyword-store.ts', ['search_days', 'search_pages', 'search_rows', 'search_totals']],
  ['content-tracker/store.ts', ['keyword_days', 'keywords', 'products']],
  ['content-tracker/update-store.ts', ['adoptions', 'articles', 'sites']],
  ['gsc-keywords/search-store.ts', ['content_posts', 'sites']],
  ['keyword-changes/undo-store.ts', ['article_keywords', 'stats']],
  ['keyword-uploads/store.ts', ['keywords', 'tags']],
  ['scan/store.ts', ['article_keywords', 'keywords']],
  ['share-of-voice/collection-store.ts', ['keywords']],
])

const read = (file) => [file, readFileSync(file, 'utf8')]
const textOf = (file) => {
  if (!existsSync(file)) return null
  return file.endsWith('.md') ? readFileSync(file, 'utf8') : ''
}
const within = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'e2e', 'scripts', 'bench'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|cjs)$/.test(file))
  .map(read)
const files = sources.map(([file]) => file)
const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...within('docs', '.md'),
  ...within('src', '.md'),
]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const rows = {
  owners: OWNERS,
  tableOwners: tableOwnersOf(sources, OWNERS),
  lookedUp: LOOKED_UP,
  namedInSql: NAMED_IN_SQL,
}

const faults = [
  ...files.flatMap(nameFaults),
  ...areaFaults(files, (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)),
  ...sources.flatMap((source) => verbFaults(source, WITHOUT_TRANSACTION)),
  ...sources.flatMap((source) => storeFaults(source, rows)),
  ...meaningFaults(sources),
  ...folderFaults(files),
  ...commandFaults(scripts, existsSync),
  ...documents.map(read).flatMap((document) => linkFaults(document, textOf)),
  ...styleFaults(within('src/web', '.css').map(read)),
]
for (const fault of faults) console.error(`refused  ${fault}`)
console.log(`structure: ${files.length} files, ${faults.length} refused`)
process.exit(faults.length === 0 ? 0 : 1)
