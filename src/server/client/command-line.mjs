// @ts-check
// The command line of the client. It is served as it is, so it is plain JavaScript without dependencies.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CopydeskError, createCaller } from './runtime.mjs'

const USAGE = `Usage: copydesk COMMAND [options]

  login URL               check and save a token for this server; asks for the token
  whoami                  whose token it is, and what it may do
  pending                 articles that wait for QA
  articles                articles, newest first
  keywords                keywords
  stock                   products out of stock and their posts
  export FILE             keywords as CSV, filtered like the list
  api NOUN.NAME           any call of the API: copydesk api articles.read --id 5
  calls [TEXT]            the calls of the API, or those with this text

  --NAME VALUE            a parameter of the call; repeat it for several values
  --body FILE             JSON to send; - reads the standard input
  --file FILE             a file to upload
  --out FILE              where to save the file that a call returns
  --all                   all pages of a list
  --json                  JSON instead of a table

COPYDESK_URL and COPYDESK_TOKEN are used instead of what login has saved.
Exit code 0: done. 1: refused, failed, or not a command.`

/** A mistake of the user: printed without a stack. */
class UsageError extends Error {}

/** Friendly names of calls, with the columns of their table. */
const SHORT = /** @type {Record<string, { call: string, columns: string[] } | undefined>} */ ({
  pending: {
    call: 'articles.listPending',
    columns: ['article_id', 'title', 'site_name', 'status', 'requested_at'],
  },
  articles: { call: 'articles.list', columns: ['article_id', 'title', 'status', 'site_name', 'created_at'] },
  keywords: { call: 'keywords.list', columns: ['keyword_id', 'keyword', 'search_volume', 'is_tracked'] },
  stock: { call: 'stockReport.list', columns: [] },
})

/** @typedef {Readonly<Record<string, import('./runtime.mjs').Operation>>} Operations */
/** @typedef {{ words: string[], flags: Record<string, string[]>, isJson: boolean, isAll: boolean }} Arguments */
/** @typedef {{ out: (text: string) => unknown, err: (text: string) => unknown, env: Record<string, string | undefined> }} Terminal */

/** @param {readonly string[]} args @returns {Arguments} */
function readArguments(args) {
  /** @type {Arguments} */
  const read = { words: [], flags: {}, isJson: false, isAll: false }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--json') read.isJson = true
    else if (arg === '--all') read.isAll = true
    else if (arg.startsWith('--')) {
      const [name = '', ...rest] = arg.slice(2).split('=')
      const value = rest.length > 0 ? rest.join('=') : args[++at]
      if (value === undefined) throw new UsageError(`--${name} needs a value.`)
      const values = read.flags[name] ?? []
      read.flags[name] = [...values, value]
    } else read.words.push(arg)
  }
  return read
}

/** @param {Terminal['env']} env */
const configPath = (env) =>
  path.join(env.XDG_CONFIG_HOME ?? path.join(env.HOME ?? homedir(), '.config'), 'copydesk/config.json')

/** @param {Terminal['env']} env @returns {Promise<{ baseUrl: string, token: string }>} */
async function readConnection(env) {
  /** @type {{ url?: string, token?: string }} */
  let kept = {}
  try {
    kept = JSON.parse(await readFile(configPath(env), 'utf8'))
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT')
      throw new UsageError(`${configPath(env)} can’t be read. Run: copydesk login URL`)
  }
  if (env.COPYDESK_TOKEN !== undefined && env.COPYDESK_URL === undefined)
    throw new UsageError('COPYDESK_TOKEN needs COPYDESK_URL, the server that it is for.')
  const baseUrl = env.COPYDESK_URL?.replace(/\/+$/, '') ?? kept.url
  // A saved token is sent only to the server that it was saved for.
  const token = env.COPYDESK_TOKEN ?? (baseUrl === kept.url ? kept.token : undefined)
  if (baseUrl === undefined || token === undefined)
    throw new UsageError('Not signed in. Run: copydesk login URL')
  return { baseUrl, token }
}

async function askToken() {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const isTyped = process.stdin.isTTY === true
  if (isTyped) process.stderr.write('API token (from My Profile, API and assistants): ')
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTyped })
  const token = await new Promise((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (isTyped) process.stderr.write('\n')
  return String(token).trim()
}

/** @param {string | undefined} given */
function addressOf(given) {
  if (given === undefined)
    throw new UsageError('Enter the server’s address: copydesk login https://desk.example.com')
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new UsageError(`${given} is no web address.`)
  const url = new URL(given)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('Enter only the server’s address, such as https://desk.example.com')
  return url.href.replace(/\/+$/, '')
}

/** @param {Operations} operations @param {Arguments} args @param {Terminal} terminal */
async function login(operations, { words }, { out, err, env }) {
  const url = addressOf(words[1] ?? env.COPYDESK_URL)
  const token = env.COPYDESK_TOKEN ?? (await askToken())
  if (token === '') throw new UsageError('No token was given.')
  if (!/^https:|^http:\/\/(localhost|127\.|\[::1\])/.test(url))
    err(`Warning: the connection to ${url} is not encrypted.`)
  const profile = await createCaller(operations, { baseUrl: url, token }).auth?.profile()
  const file = configPath(env)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  // An older file could be open to others, or a link.
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify({ url, token }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(fresh, file)
  out(`${url}: ${profile.username}. Kept in ${file}.`)
}

/** @param {unknown} value */
const cell = (value) => {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** @param {Record<string, unknown>[]} rows @param {readonly string[]} wished */
function table(rows, wished) {
  if (rows.length === 0) return 'None.'
  const scalar = Object.keys(rows[0] ?? {}).filter((name) =>
    rows.every((row) => typeof row[name] !== 'object' || row[name] === null),
  )
  const known = wished.filter((name) => scalar.includes(name))
  const columns = known.length > 1 ? known : scalar.slice(0, 7)
  const lines = [columns, ...rows.map((row) => columns.map((name) => cell(row[name])))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** @param {any} answer @param {readonly string[]} columns */
function forPeople(answer, columns) {
  if (answer === undefined) return 'Done.'
  if (answer === null) return 'None.'
  // Most lists are in `nodes`; those of the specification keep a name of their own.
  const rows = Array.isArray(answer) ? answer : (answer.nodes ?? answer.data ?? answer.keywords)
  if (Array.isArray(rows)) {
    const total = Array.isArray(answer)
      ? undefined
      : (answer.totalCount ?? answer.total_count ?? answer.meta?.total)
    const more = total > rows.length ? `\n${rows.length} of ${total}; --all or --page shows more.` : ''
    return rows.every((row) => typeof row === 'object' && row !== null)
      ? table(rows, columns) + more
      : rows.map(cell).join('\n')
  }
  return Object.entries(answer)
    .map(([name, value]) => `${name}: ${cell(value)}`)
    .join('\n')
}

/** @param {string} name */
async function readInput(name) {
  if (name !== '-') return readFile(name)
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** @param {string} id @param {Operations} operations @param {Arguments['flags']} flags */
async function inputOf(id, operations, { body: bodies = [], file: files = [], out: _out, ...sent }) {
  const [body] = bodies
  const [file] = files
  const names = [...(operations[id]?.[1] ?? '').matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const missing = names.filter((name) => sent[name] === undefined)
  if (missing.length > 0) throw new UsageError(`${id} needs --${missing.join(' and --')}.`)
  const query = Object.fromEntries(
    Object.entries(sent)
      .filter(([name]) => !names.includes(name))
      .map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
  let json
  if (body !== undefined) {
    try {
      json = JSON.parse((await readInput(body)).toString())
    } catch (error) {
      if (error instanceof SyntaxError) throw new UsageError(`${body} is not JSON.`)
      throw error
    }
  }
  return {
    params: Object.fromEntries(names.map((name) => [name, sent[name]?.[0]])),
    query,
    ...(json === undefined ? {} : { body: json }),
    ...(file === undefined ? {} : { file: new File([await readInput(file)], path.basename(file)) }),
  }
}

/** @param {Operations} operations @param {Arguments & { id: string, columns: string[] }} args @param {Terminal} terminal */
async function callApi(operations, { id, columns, flags, isJson, isAll }, { out, env }) {
  const operation = Object.hasOwn(operations, id) ? operations[id] : undefined
  if (!operation) throw new UsageError(`There is no call ${id}. List them with: copydesk calls`)
  const isFile = operation[2].includes('f')
  const [target] = flags.out ?? []
  if (isFile && target === undefined)
    throw new UsageError(`${id} returns a file. Choose where to save it with --out FILE.`)
  const input = await inputOf(id, operations, flags)
  const [noun = '', name = ''] = id.split('.')
  const call = createCaller(operations, await readConnection(env))[noun]?.[name]
  if (isFile) {
    const { data } = await call(input)
    await writeFile(path.resolve(target ?? ''), Buffer.from(await data.arrayBuffer()))
    out(`Saved in ${target}.`)
    return
  }
  if (isAll && !call.rows) throw new UsageError(`${id} has no pages.`)
  const answer = isAll ? [] : await call(input)
  if (isAll) for await (const row of call.rows(input)) answer.push(row)
  out(isJson ? JSON.stringify(answer ?? null, null, 2) : forPeople(answer, columns))
}

/** @param {Operations} operations @param {Arguments} args @param {Terminal} terminal */
async function run(operations, args, terminal) {
  const [command, subject] = args.words
  const short = Object.hasOwn(SHORT, command ?? '') ? SHORT[command ?? ''] : undefined
  if (short) return callApi(operations, { ...args, id: short.call, columns: short.columns }, terminal)
  switch (command) {
    case 'login':
      return login(operations, args, terminal)
    case 'whoami':
      return callApi(operations, { ...args, id: 'auth.profile', columns: [] }, terminal)
    case 'api':
      if (subject === undefined)
        throw new UsageError('Which call? For example: copydesk api articles.read --id 5')
      return callApi(operations, { ...args, id: subject, columns: [] }, terminal)
    case 'export': {
      if (subject === undefined) throw new UsageError('Which file? For example: copydesk export keywords.csv')
      const flags = { ...args.flags, out: [subject] }
      return callApi(operations, { ...args, flags, id: 'keywords.csv', columns: [] }, terminal)
    }
    case 'calls':
      for (const [id, [method, at]] of Object.entries(operations))
        if (`${id} ${at}`.toLowerCase().includes((subject ?? '').toLowerCase()))
          terminal.out(`${id.padEnd(32)} ${method.padEnd(6)} ${at}`)
      return
    default:
      throw new UsageError(command === undefined ? USAGE : `Unknown command: ${command}.\n\n${USAGE}`)
  }
}

/** @param {unknown} validation */
const faultsOf = (validation) =>
  Object.values(
    /** @type {Record<string, { issues?: { path: string, message: string }[] }>} */ (validation ?? {}),
  ).flatMap(({ issues = [] }) => issues.map((issue) => `  ${issue.path}: ${issue.message}`))

/**
 * Texts of other users must not send control codes to the terminal, or turn the direction of what follows.
 * @param {string} text
 */
const harmless = (text) =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** @type {Terminal} */
const CONSOLE = {
  out: (text) => process.stdout.write(`${harmless(text)}\n`),
  err: (text) => process.stderr.write(`${harmless(text)}\n`),
  env: process.env,
}

/**
 * Runs a command and returns the exit code of the process.
 * @param {Operations} operations
 * @param {readonly string[]} args
 * @param {Terminal} terminal
 */
export async function runCommandLine(operations, args, terminal = CONSOLE) {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
    terminal.out(USAGE)
    return 0
  }
  try {
    await run(operations, readArguments(args), terminal)
    return 0
  } catch (error) {
    if (error instanceof UsageError || error instanceof TypeError) terminal.err(error.message)
    else if (error instanceof CopydeskError) {
      const id = error.requestId === null ? '' : ` (request ${error.requestId})`
      terminal.err([`${error.message}${id}`, ...faultsOf(error.validation)].join('\n'))
    } else if (/** @type {NodeJS.ErrnoException} */ (error).code !== undefined)
      terminal.err(/** @type {Error} */ (error).message)
    else throw error
    return 1
  }
}
