import { basename, dirname, join } from 'node:path/posix'
import { foreignTables, tablesOf } from './foreign-tables.mjs'

/** Names that a feature folder may contain, per side; anything else is a new kind of file and wants a decision. */
const SHARED = /^(contract|rules|form)\.ts$/
const SERVER =
  /^(feature|routes|service|jobs|mails|present|settings|deps)\.ts$|^([a-z]+-)*(store|queries)\.ts$|^[a-z]+-(listener|reader|text|files?)\.ts$|^verbs\/[a-z-]+\.ts$/
/** A file of `verbs/` opens a transaction, or takes part in one that it is given. */
const IN_TRANSACTION = /\b(transaction|bulkTransaction)\(|\btx: Db\b/
const WEB =
  /^(queries|search|messages)\.ts$|^[a-z-]+-(screen|dialog|table|form|chart|picker|panel|card|list|fields|row|cell|menu|filters|badge|note|link)\.tsx$|^use-[a-z-]+\.ts$/
/** Large web features are divided into folders; shared files are beside them. */
const PARTS = new Map([['articles', /^(lists|editor|review|details|page)\//]])
/** More of them in one folder, tests left out, are not seen at a glance. */
const WEB_FILES = 30
const TEST = /\.(test|spec)\.tsx?$/
const FORBIDDEN = /^(index|utils?|helpers?|types|common|misc|constants)\.(ts|tsx|mjs)$/

/** A file's path from the project's folder, and its content. @typedef {readonly [file: string, text: string]} Source */

const withoutComments = (text) => text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*$/gm, '')

/**
 * Checks that a file's name is allowed in its folder.
 * @param {string} file
 * @returns {string[]} a line for each fault
 */
export function nameFaults(file) {
  const name = basename(file)
  const faults = []
  if (FORBIDDEN.test(name)) faults.push(`${file}: a name that says nothing; name what the file holds`)
  if (/^src\/server\/kernel\/[^/]+$/.test(file))
    faults.push(`${file}: kernel/ has a folder for each mechanism that features share`)
  const feature = /^src\/(shared|server|web)\/features\/[a-z-]+\/([a-z-]+)\/(.+)$/.exec(file)
  if (!feature || TEST.test(file)) return faults
  const [, side, noun, path] = feature
  const rest = side === 'web' && PARTS.has(noun) ? path.replace(PARTS.get(noun), '') : path
  const allowed = side === 'shared' ? SHARED : side === 'server' ? SERVER : WEB
  if (!allowed.test(rest))
    faults.push(`${file}: not one of the kinds of file that a ${side} feature is made of`)
  return faults
}

/**
 * Checks that each file in `verbs/` is a verb, and that each listed exception is still needed.
 * @param {Source} source
 * @param {ReadonlyMap<string, string>} withoutTransaction verbs without a transaction, and why
 * @returns {string[]} a line for each fault
 */
export function verbFaults([file, text], withoutTransaction) {
  const [, verb] = /^src\/server\/features\/[a-z-]+\/(.+\/verbs\/.+)$/.exec(file) ?? []
  if (verb === undefined || TEST.test(file)) return []
  const isExcused = withoutTransaction.has(verb)
  const isVerb = IN_TRANSACTION.test(withoutComments(text))
  if (!isVerb && !isExcused)
    return [`${file}: verbs/ is for transactions; move readers and texts to the folder above`]
  if (isVerb && isExcused)
    return [`${file}: opens a transaction and needs no exception in scripts/check-structure.mjs`]
  return []
}

/**
 * Whose rows each table keeps.
 * @param {readonly Source[]} sources
 * @param {ReadonlyMap<string, readonly string[]>} owners nouns, by the schema that does not bear their name
 * @returns {Map<string, readonly string[]>} by the table's name
 */
export const tableOwnersOf = (sources, owners) =>
  new Map(
    sources
      .filter(([file]) => file.startsWith('src/server/db/schema/'))
      .flatMap(([file, text]) => {
        const schema = basename(file, '.ts')
        return tablesOf(text).map((table) => [table, owners.get(schema) ?? [schema]])
      }),
  )

/**
 * Whether a store keeps to its noun's tables, by what it imports and by its SQL.
 * @param {Source} source
 * @param {object} rows
 * @param {ReadonlyMap<string, readonly string[]>} rows.owners nouns, by the schema that does not bear their name
 * @param {ReadonlyMap<string, readonly string[]>} rows.tableOwners nouns, by the table
 * @param {ReadonlyMap<string, readonly string[]>} rows.lookedUp schemas of others, by the store that may import them
 * @param {ReadonlyMap<string, readonly string[]>} rows.namedInSql tables of others, by the store that may name them
 * @returns {string[]} a line for each fault
 */
export function storeFaults([file, text], { owners, tableOwners, lookedUp, namedInSql }) {
  const [, store, noun] =
    /^src\/server\/features\/[a-z-]+\/(([a-z-]+)\/([a-z]+-)*store\.ts)$/.exec(file) ?? []
  if (store === undefined) return []
  const faults = []
  if (/\b(inner|left|right|full)Join\(/.test(text))
    faults.push(`${file}: a store keeps to its noun's tables; what joins others is read in queries.ts`)
  for (const [, schema] of text.matchAll(/from '[./]+db\/schema\/([a-z-]+)\.ts'/g)) {
    const isOwn = (owners.get(schema) ?? [schema]).includes(noun)
    if (!isOwn && !lookedUp.get(store)?.includes(schema))
      faults.push(
        `${file}: rows of db/schema/${schema}.ts are another noun's; ask its feature, or read them in queries.ts`,
      )
  }
  const named = foreignTables(withoutComments(text), noun, tableOwners)
  const allowed = namedInSql.get(store) ?? []
  for (const table of named.filter((each) => !allowed.includes(each)))
    faults.push(`${file}: the table ${table} is another noun's; ask its feature, or read it in queries.ts`)
  for (const table of allowed.filter((each) => !named.includes(each)))
    faults.push(`${file}: names ${table} no more and needs no exception in scripts/check-structure.mjs`)
  return faults
}

/**
 * Folders of the browser's features that hold more than is seen at a glance.
 * @param {readonly string[]} files
 * @returns {string[]} a line for each fault
 */
export function folderFaults(files) {
  const counts = new Map()
  for (const file of files) {
    if (!file.startsWith('src/web/features/') || TEST.test(file)) continue
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) =>
    count > WEB_FILES ? [`${folder}: ${count} files; cut it into parts`] : [],
  )
}

/**
 * A command that names a missing file fails only when it is called.
 * @param {Readonly<Record<string, string>>} commands of `package.json`, by their names
 * @param {(file: string) => boolean} exists
 * @returns {string[]} a line for each fault
 */
export const commandFaults = (commands, exists) =>
  Object.entries(commands).flatMap(([name, command]) => {
    const named = command.split(/\s+/).filter((word) => /^[\w./-]+\.(mjs|cjs|js|ts)$/.test(word))
    const [, typed] = /scripts\/run\.mjs (\S+)/.exec(command) ?? []
    return (typed ? [...named, `scripts/${typed}.ts`] : named)
      .filter((file) => !exists(file))
      .map((file) => `package.json: npm run ${name} needs ${file}, which does not exist`)
  })

/**
 * Links and pictures of a document that point into this repository, and at nothing.
 * @param {Source} document
 * @param {(file: string) => string | null} textOf null for a file that does not exist
 * @returns {string[]} a line for each fault
 */
export function linkFaults([document, text], textOf) {
  const targets = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, target]) => target)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file, anchor] = target.split('#')
      const linked = file === '' ? text : textOf(join(dirname(document), file))
      return linked === null || (anchor !== undefined && !anchorsOf(linked).includes(anchor))
    })
    .map((target) => `${document}: links to ${target}, which does not exist`)
}

/** The anchors that GitHub gives the headings of a document. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/**
 * All stylesheets are on every screen at once: a name that two of them give would mix two looks.
 * @param {readonly Source[]} sheets
 * @returns {string[]} a line for each fault
 */
export function styleFaults(sheets) {
  const owners = new Map()
  const faults = []
  for (const [sheet, text] of sheets) {
    for (const [, selectors] of text.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)) {
      for (const [, name] of selectors.matchAll(/(?:^|,)\s*\.([\w-]+)[^\s,>+~]*\s*(?=,|$)/g)) {
        const owner = owners.get(name) ?? sheet
        owners.set(name, owner)
        if (owner !== sheet) faults.push(`${sheet}: .${name} is a name of ${owner}`)
      }
    }
  }
  return faults
}

/** Exports of a type, of a schema that is also a type, or of a component. */
const THING =
  /^export (?:type|interface|class) (\w+)|^export const ([A-Z][a-z]\w*) = z\b|^export function ([A-Z]\w+|use[A-Z]\w+)/gm
/** What `shared` does with things is said with the same words on both sides. */
const DEED = /^export (?:function|const) ([a-z]\w+)/gm
const isNamed = (name) => name !== undefined

/**
 * One word, one meaning: what server or browser share with `shared`, and each with itself, is called differently.
 * @param {readonly Source[]} sources
 * @returns {string[]} a line for each fault
 */
export function meaningFaults(sources) {
  const faults = []
  const isShared = (file) => file.startsWith('src/shared/')
  for (const side of ['server', 'web']) {
    const own = sources.filter(
      ([file]) => !TEST.test(file) && (isShared(file) || file.startsWith(`src/${side}/`)),
    )
    const deeds = new Map(
      own
        .filter(([file]) => isShared(file))
        .flatMap(([file, text]) => [...text.matchAll(DEED)].map(([, name]) => [name, file])),
    )
    const owners = new Map()
    for (const [file, text] of own) {
      const things = [...text.matchAll(THING)].map(([, ...names]) => names.find(isNamed))
      const named = [...text.matchAll(DEED)].map(([, name]) => name)
      for (const name of new Set([...things, ...named])) {
        const owner = (things.includes(name) ? owners.get(name) : undefined) ?? deeds.get(name) ?? file
        if (things.includes(name)) owners.set(name, owner)
        if (owner !== file) faults.push(`${file}: ${name} means something else in ${owner}`)
      }
    }
  }
  return faults
}
