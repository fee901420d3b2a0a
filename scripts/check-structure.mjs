// Refuses file names, sizes and imports that the architecture does not know. See ARCHITECTURE.md, "Where things go".
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { foreignTables, tablesOf } from './foreign-tables.mjs'

const WARN_LINES = 300
const FAIL_LINES = 400

/** Names that a feature folder may contain, per side; anything else is a new kind of file and wants a decision. */
const SHARED = /^(contract|rules|form)\.ts$/
const SERVER =
  /^(feature|routes|service|jobs|mails|present|settings|parts)\.ts$|^([a-z]+-)*(store|queries)\.ts$|^[a-z]+-(listener|reader|text|files?)\.ts$|^verbs\/[a-z-]+\.ts$/
/** A file of `verbs/` opens a transaction, or takes part in one that it is given. */
const IN_TRANSACTION = /\b(transaction|bulkTransaction)\(|\btx: Db\b/
/** Verbs without one, and why. */
const WITHOUT_TRANSACTION = new Map([
  ['comparison/verbs/create-update.ts', 'its article is made by the verb of articles, in its transaction'],
])
/** Which nouns keep their rows in a schema file that does not bear their name. */
const OWNERS = new Map([
  ['answered-calls', ['idempotency']],
  ['article-work', ['articles', 'article-versions', 'claims', 'preflight']],
  ['catalog', ['products', 'product-library']],
  ['content', ['content-tracker']],
  ['keywords', ['keywords', 'keyword-changes', 'keyword-comments', 'saved-views', 'comparison']],
  ['searches', ['gsc-keywords']],
  ['users', ['users', 'auth', 'user-activity']],
  ['products', ['product-library', 'products']],
  ['workspace', ['system']],
])
/** Rows of other nouns that a store looks up by their number, or locks: no joins, no writes but these. */
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
  ['content-tracker/adopted-store.ts', ['articles']],
  [
    'content-tracker/article-store.ts',
    ['article_events', 'article_keywords', 'article_posts', 'article_products', 'articles', 'keywords'],
  ],
  ['content-tracker/import-store.ts', ['sites']],
  ['content-tracker/keyword-store.ts', ['search_days', 'search_pages', 'search_rows', 'search_totals']],
  ['content-tracker/store.ts', ['keyword_days', 'keywords', 'products']],
  ['content-tracker/update-store.ts', ['adoptions', 'articles', 'sites']],
  ['gsc-keywords/search-store.ts', ['content_posts', 'sites']],
  ['keyword-changes/undo-store.ts', ['article_keywords', 'stats']],
  ['keyword-uploads/store.ts', ['keywords', 'sites', 'tags']],
  ['scan/store.ts', ['article_keywords', 'keywords']],
  ['share-of-voice/collection-store.ts', ['keywords']],
  ['share-of-voice/story-store.ts', ['articles', 'sites']],
])
const WEB =
  /^(queries|search|messages)\.ts$|^[a-z-]+-(screen|dialog|table|form|chart|picker|panel|card|list|fields|row|cell|menu|filters|badge|note|link)\.tsx$|^use-[a-z-]+\.ts$/
/** Large web features lie in parts; what those share stands beside them. */
const PARTS = new Map([['articles', /^(lists|editor|review|details|page)\//]])
/** More of them in one folder, tests left out, are not seen at a glance. */
const WEB_FILES = 30
const TEST = /\.(test|spec)\.tsx?$/
/** Files whose default export a tool asks for. */
const TOOL_ENTRY =
  /\.config\.ts$|^e2e\/(prepare-sample|run-report)\.ts$|^src\/server\/db\/testing-server\.ts$/
/** The only file that knows the component library's lists to choose from. */
const PICKERS = 'src/web/ui/select.tsx'
/** Casts that switch the types off. The browser's code does without: its links and its calls are checked. */
const BLIND_CAST = /\bas (never|unknown|any)\b/
/** The day of a moment by UTC's clocks, and where days are people's. */
const UTC_DAY = /\btoISOString\(\)\.slice\(0, 10\)/
const OF_PEOPLE = /^src\/(server|web)\/(features|ui|app)\//
const FORBIDDEN = /^(index|utils?|helpers?|types|common|misc|constants)\.(ts|tsx|mjs)$/

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'e2e', 'scripts', 'bench'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|cjs)$/.test(file))

/** Whose rows each table keeps. */
const tableOwners = new Map(
  files
    .filter((file) => file.startsWith('src/server/db/schema/'))
    .flatMap((file) => {
      const schema = basename(file, '.ts')
      return tablesOf(readFileSync(file, 'utf8')).map((table) => [table, OWNERS.get(schema) ?? [schema]])
    }),
)

const faults = []
const warnings = []

function checkName(file) {
  const name = basename(file)
  if (FORBIDDEN.test(name)) faults.push(`${file}: a name that says nothing; name what the file holds`)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*$/.test(name.slice(0, -extname(name).length))) {
    faults.push(`${file}: file names are kebab-case`)
  }
  const feature = /^src\/(shared|server|web)\/features\/([a-z-]+)\/(.+)$/.exec(file)
  if (!feature || TEST.test(file)) return
  const [, side, noun, path] = feature
  const rest = side === 'web' && PARTS.has(noun) ? path.replace(PARTS.get(noun), '') : path
  const allowed = side === 'shared' ? SHARED : side === 'server' ? SERVER : WEB
  if (!allowed.test(rest))
    faults.push(`${file}: not one of the kinds of file that a ${side} feature is made of`)
}

const withoutComments = (text) => text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*$/gm, '')

/** A store keeps to its noun's tables, by what it imports and by its SQL. */
function checkStore(file, text) {
  const [, store, noun] = /^src\/server\/features\/(([a-z-]+)\/([a-z]+-)*store\.ts)$/.exec(file) ?? []
  if (store === undefined) return
  if (/\b(inner|left|right|full)Join\(/.test(text)) {
    faults.push(`${file}: a store keeps to its noun's tables; what joins others is read in queries.ts`)
  }
  for (const [, schema] of text.matchAll(/from '[./]+db\/schema\/([a-z-]+)\.ts'/g)) {
    const isOwn = (OWNERS.get(schema) ?? [schema]).includes(noun)
    if (!isOwn && !LOOKED_UP.get(store)?.includes(schema))
      faults.push(
        `${file}: rows of db/schema/${schema}.ts are another noun's; ask its feature, or read them in queries.ts`,
      )
  }
  const named = foreignTables(withoutComments(text), noun, tableOwners)
  for (const table of named.filter((each) => !NAMED_IN_SQL.get(store)?.includes(each)))
    faults.push(`${file}: the table ${table} is another noun's; ask its feature, or read it in queries.ts`)
  for (const table of (NAMED_IN_SQL.get(store) ?? []).filter((each) => !named.includes(each)))
    faults.push(`${file}: names ${table} no more and needs no exception in scripts/check-structure.mjs`)
}

function checkContent(file) {
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').length
  if (lines > FAIL_LINES) faults.push(`${file}: ${lines} lines; split it`)
  else if (lines > WARN_LINES && !TEST.test(file)) warnings.push(`${file}: ${lines} lines`)
  if (/\bexport default\b/.test(text) && !TOOL_ENTRY.test(file)) faults.push(`${file}: named exports only`)
  if (file !== PICKERS && /import \{[^}]*\b(Select|AutoComplete)\b[^}]*\} from 'antd'/.test(text)) {
    faults.push(`${file}: lists to choose from come from ${PICKERS}, where Tab leaves them`)
  }
  if (file.startsWith('src/web/') && !TEST.test(file) && BLIND_CAST.test(withoutComments(text))) {
    faults.push(`${file}: a cast to never, unknown or any; say what it is`)
  }
  const [, verb] = /^src\/server\/features\/(.+\/verbs\/.+)$/.exec(file) ?? []
  if (verb !== undefined && !TEST.test(file)) {
    const isExcused = WITHOUT_TRANSACTION.has(verb)
    const isVerb = IN_TRANSACTION.test(withoutComments(text))
    if (!isVerb && !isExcused)
      faults.push(`${file}: verbs/ holds transactions; what reads or words something stands beside it`)
    if (isVerb && isExcused)
      faults.push(`${file}: opens a transaction and needs no exception in scripts/check-structure.mjs`)
  }
  if (file.startsWith('src/server/integrations/') && !TEST.test(file) && /\bnew AppError\(/.test(text)) {
    faults.push(
      `${file}: an adapter tells what failed in its port's words; what people are told is the feature's`,
    )
  }
  if (
    file.startsWith('src/server/features/') &&
    !/\/present\.ts$/.test(file) &&
    /^(export )?(function|const) present[A-Z]/m.test(text)
  ) {
    faults.push(`${file}: what goes out on the wire is written in present.ts`)
  }
  if (!TEST.test(file)) checkStore(file, text)
  if (UTC_DAY.test(withoutComments(text)) && OF_PEOPLE.test(file) && !TEST.test(file))
    faults.push(`${file}: a moment's day is the organisation's, not UTC's; dayAt() and useToday() say it`)
  const isStoreLike =
    /\/([a-z]+-)*(store|queries)\.ts$|^src\/server\/(db|sample|testing)\/|^bench\//.test(file) ||
    TEST.test(file)
  if (file.startsWith('src/server/') && !isStoreLike && /from 'drizzle-orm/.test(text)) {
    faults.push(`${file}: only store.ts, queries.ts and db/ speak to the query builder`)
  }
  if (/screen\.tsx$/.test(file) && dirname(file).startsWith('src/web/features') && lines > 150) {
    faults.push(
      `${file}: ${lines} lines; a screen composes, its dialogs, tables and forms are files of their own`,
    )
  }
}

function checkFolders() {
  const counts = new Map()
  for (const file of files) {
    if (!file.startsWith('src/web/features/') || TEST.test(file)) continue
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  for (const [folder, count] of counts) {
    if (count > WEB_FILES) faults.push(`${folder}: ${count} files; cut it into parts`)
  }
}

/** A command that names a file which is not there fails only for whoever calls it. */
function checkCommands() {
  for (const [name, command] of Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).scripts)) {
    const named = command.split(/\s+/).filter((word) => /^[\w./-]+\.(mjs|cjs|js|ts)$/.test(word))
    const [, typed] = /scripts\/run\.mjs (\S+)/.exec(command) ?? []
    for (const file of typed ? [...named, `scripts/${typed}.ts`] : named) {
      if (!existsSync(file)) faults.push(`package.json: npm run ${name} needs ${file}, which does not exist`)
    }
  }
}

/** Links and pictures of the documents that point into this repository. */
function checkLinks() {
  const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name))
  for (const document of [...readdirSync('.'), ...inDocs]) {
    if (!document.endsWith('.md')) continue
    for (const [, target] of readFileSync(document, 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      if (!existsSync(join(dirname(document), target)))
        faults.push(`${document}: links to ${target}, which does not exist`)
    }
  }
}

/** All stylesheets are on every screen at once: a name that two of them give would mix two looks. */
function checkStyles() {
  const owners = new Map()
  const sheets = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  for (const sheet of sheets) {
    const text = readFileSync(join('src/web', sheet), 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const [, selectors] of text.matchAll(/([^{}]+)\{/g)) {
      for (const [, name] of selectors.matchAll(/(?:^|,)\s*\.([\w-]+)[^\s,>+~]*\s*(?=,|$)/g)) {
        const owner = owners.get(name) ?? sheet
        owners.set(name, owner)
        if (owner !== sheet) faults.push(`src/web/${sheet}: .${name} is a name of ${owner}`)
      }
    }
  }
}

/** What is exported as a type, or as a schema that is one too. */
const TYPE = /^export (?:type|interface|class) (\w+)|^export const ([A-Z][a-z]\w*) = z\b/gm

/** One word, one meaning: what server or browser share with `shared`, and each with itself, is called differently. */
function checkMeanings() {
  for (const side of ['server', 'web']) {
    const owners = new Map()
    for (const file of files) {
      if (TEST.test(file) || !(file.startsWith('src/shared/') || file.startsWith(`src/${side}/`))) continue
      for (const [, type, schema] of readFileSync(file, 'utf8').matchAll(TYPE)) {
        const name = type ?? schema
        const owner = owners.get(name) ?? file
        owners.set(name, owner)
        if (owner !== file) faults.push(`${file}: ${name} means something else in ${owner}`)
      }
    }
  }
}

for (const file of files) {
  checkName(file)
  checkContent(file)
}
checkMeanings()
checkFolders()
checkCommands()
checkLinks()
checkStyles()
for (const warning of warnings) console.warn(`warning  ${warning}`)
for (const fault of faults) console.error(`refused  ${fault}`)
console.log(`structure: ${files.length} files, ${faults.length} refused, ${warnings.length} long`)
process.exit(faults.length === 0 ? 0 : 1)
