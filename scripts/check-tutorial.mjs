// npm run check:tutorial: follows "Adding a feature" of ARCHITECTURE.md for an example noun in a copy of the
// sources, and checks that the result compiles, respects the import rules, and works in API and browser.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findChromium } from './chromium.mjs'
import { findPinnedNode, root } from './installation.mjs'
import { Problem, runScript } from './problem.mjs'

const NOUN = 'shelves'

/** Edits outside the noun's own files: file, line to insert after, and text. */
const FEATURE_EDITS = [
  [
    'src/server/api.ts',
    "import * as sites from '#shared/features/ground/sites/contract.ts'",
    "import * as shelves from '#shared/features/products/shelves/contract.ts'",
  ],
  ['src/server/api.ts', '  sites,', '  shelves,'],
  [
    'src/server/api-texts.ts',
    'export const NOUN_TEXTS = {',
    "  shelves: 'Names that products can be sorted under.',",
  ],
  [
    'src/server/features/products/area.ts',
    "import { createProducts } from './products/feature.ts'",
    "import { createShelves } from './shelves/feature.ts'",
  ],
  ['src/server/features/products/area.ts', '      products,', '      shelves: createShelves(given),'],
  [
    'src/server/features/products/README.md',
    '- `commission-categories`: commission rates by product category',
    '- `shelves`: names that products can be sorted under',
  ],
  [
    'src/server/testing/writing-calls.ts',
    '    ...(await alertCalls(api)),',
    "    'shelves.create': ['adm', 'shelf.created', async () => () => adm.post('/api/shelves', { name: 'Kettles' })],",
  ],
  ['src/shared/features/ground/audit/rules.ts', "  site: 'Site',", "  shelf: 'Shelf',"],
  [
    'src/shared/features/ground/audit/rules.ts',
    'export const ACTS = {',
    "  'shelf.created': act('shelf', 'put up a shelf'),",
  ],
  ['src/server/security/event-of-act.ts', "  'session.begun': null,", "  'shelf.created': null,"],
]
const SCREEN_EDITS = [
  [
    'src/shared/access/screens.ts',
    "  sites: screen({ path: '/sites', title: 'Sites management', access: ['ManageSites'] }),",
    "  shelves: screen({ path: '/shelves', title: 'Shelves', access: ['ViewTools'] }),",
  ],
  [
    'src/shared/access/screens.ts',
    "  { screen: 'sites', label: 'Sites', group: 'admin', access: ['ManageSites'] },",
    "  { screen: 'shelves', label: 'Shelves', group: 'admin', access: ['ViewTools'] },",
  ],
  [
    'src/web/app/screens.tsx',
    'const BUILT = {',
    `  shelves: {
    component: lazyRouteComponent(() => import('#web/features/products/shelves/shelves-screen.tsx'), 'ShelvesScreen'),
  },`,
  ],
]
/** Edits for state in the screen's address. */
const ADDRESS_EDITS = [
  [
    'src/web/app/searches.ts',
    "import { ReportsSearch } from '#web/features/market/reports/search.ts'",
    "import { ShelvesSearch } from '#web/features/products/shelves/search.ts'",
  ],
  ['src/web/app/searches.ts', '  report: ReportsSearch,', '  shelves: ShelvesSearch,'],
]

const filesOf = (edits) => [...new Set(edits.map(([file]) => file))]

function edit(copy, edits) {
  for (const [file, after, line] of edits) {
    const place = path.join(copy, file)
    const lines = fs.readFileSync(place, 'utf8').split('\n')
    const at = lines.indexOf(after)
    if (at < 0)
      throw new Problem(`The tutorial looks for a line that ${file} does not have any more: ${after}`)
    lines.splice(at + 1, 0, line)
    fs.writeFileSync(place, lines.join('\n'))
  }
}

/** The sources as git knows them, and a folder of packages whose caches are the copy's own. */
function copySources() {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-tutorial-'))
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of list.trim().split('\n')) {
    if (file.startsWith('docs/tutorial/') || !fs.existsSync(path.join(root, file))) continue
    fs.cpSync(path.join(root, file), path.join(copy, file))
  }
  fs.cpSync(path.join(root, 'docs/tutorial/src'), path.join(copy, 'src'), { recursive: true })
  fs.mkdirSync(path.join(copy, 'node_modules'))
  for (const name of fs.readdirSync(path.join(root, 'node_modules'))) {
    if (name === '.cache' || name === '.vite') continue
    fs.symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  }
  // Some tools ask git which files there are.
  execFileSync('git', ['init', '-q'], { cwd: copy })
  return copy
}

function run(copy, title, command, args) {
  const began = Date.now()
  try {
    execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    throw new Problem(
      `${title} fails for a feature made as ARCHITECTURE.md says:\n${error.stdout}${error.stderr}`,
    )
  }
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${title}`)
}

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function untilReady(url, server) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (server.exitCode !== null) break
    const isReady = await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(100)
  }
  throw new Problem('The server with the new feature does not start.')
}

const body = (values) => ({ method: 'POST', body: JSON.stringify(values) })

/** Puts up a shelf by the API, and looks for it on its screen. */
async function tryFeature(url) {
  const call = async (where, init = {}, token = undefined) => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    const answer = await fetch(`${url}${where}`, { ...init, headers })
    if (!answer.ok) throw new Problem(`${where} answers ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const { sample } = await call('/api/health')
  const { username } = sample.people.find(({ role }) => role.id === 'adm')
  const { token, ...user } = await call('/api/auth', body({ username, password: sample.password }))
  await call('/api/shelves', body({ name: 'Kettles of the tutorial' }), token)
  const { nodes, totalCount } = await call('/api/shelves', {}, token)
  if (totalCount !== 1 || nodes[0].name !== 'Kettles of the tutorial')
    throw new Problem('The shelf is not listed.')

  const { chromium } = await import('@playwright/test')
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    await page.addInitScript(
      ([key, person]) => {
        localStorage.setItem('copydesk.token', key)
        localStorage.setItem('copydesk.user', person)
      },
      [token, JSON.stringify(user.user ?? user)],
    )
    await page.goto(`${url}/shelves`)
    await page.getByRole('cell', { name: 'Kettles of the tutorial' }).waitFor({ timeout: 60_000 })
  } finally {
    await browser.close()
  }
}

async function serve(copy) {
  const port = await freePort()
  const dataDir = path.join(copy, 'data')
  const server = spawn(findPinnedNode(), ['src/server/main.ts', '--port', String(port)], {
    cwd: copy,
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  })
  try {
    const url = `http://localhost:${port}`
    await untilReady(url, server)
    await tryFeature(url)
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
  }
}

await runScript(async () => {
  const copy = copySources()
  try {
    edit(copy, [...FEATURE_EDITS, ...SCREEN_EDITS, ...ADDRESS_EDITS])
    const node = findPinnedNode()
    const tool = (name) => path.join(copy, 'node_modules', '.bin', name)
    run(copy, 'migration', node, ['scripts/migration.mjs', NOUN])
    run(copy, 'types', tool('tsc'), ['-b'])
    for (const check of ['structure', 'audit']) run(copy, check, node, [`scripts/check-${check}.mjs`])
    run(copy, 'imports', tool('depcruise'), ['src', '--output-type', 'err'])
    run(copy, 'unused', tool('knip'), [])
    run(copy, 'its test', tool('vitest'), [
      'run',
      'src/server/features/products/shelves',
      '--project',
      'server*',
    ])
    // Suites that go through every call: permissions, API description, audit trail.
    const EVERY_CALL = ['permission-matrix', 'features/ground/system/system.test', 'verbs-audit']
    const OF_ITS_CALLS = '/api/shelves|shelves\\.create|are made here|written down'
    run(copy, 'suites of every call', tool('vitest'), [
      ...['run', ...EVERY_CALL, '--project', 'server*', '-u', '-t', OF_ITS_CALLS],
    ])
    run(copy, 'web build', node, ['scripts/build.mjs'])
    const began = Date.now()
    await serve(copy)
    console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  a server, a call, a screen`)
    console.log(
      `\nA feature touches ${filesOf(FEATURE_EDITS).length} files outside its own: ${filesOf(FEATURE_EDITS).join(', ')}`,
    )
    console.log(
      `A screen touches ${filesOf(SCREEN_EDITS).length}, and ${filesOf(ADDRESS_EDITS).length} more where its address keeps something: ${filesOf([...SCREEN_EDITS, ...ADDRESS_EDITS]).join(', ')}`,
    )
    return 0
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
})
