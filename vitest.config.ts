import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { drawSeed, orderOf } from './scripts/drawn-seed.mjs'
import { takeScratch } from './scripts/scratch.mjs'
import { TestTimes } from './scripts/test-times.mjs'

takeScratch()

// Commands, servers and workers that tests start load what Node made of the sources the last time.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/copydesk/compiled')

const SERVER = ['src/{server,shared}/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}']
const WEB = ['src/web/**/*.test.{ts,tsx}']

/** What this run draws from; whoever wants to see the same again says so. */
const drawn = Number(process.env.TESTS_DRAW ?? drawSeed(import.meta.dirname))
process.env.TESTS_DRAW = String(drawn)

/** What changes or measures the whole process: its environment, its folder, what it hears, its clock, its turns. */
const OF_THE_PROCESS =
  /process\.env\.\w+ = |delete process\.env|process\.(chdir|on|once)\(|\bvi\.(useFakeTimers|setSystemTime|stub\w+)\(|monitorEventLoopDelay/

/**
 * What asks the database for something; what speaks HTTP or to vendors, kills servers, or is about who may call what,
 * proves no other SQL.
 */
const ASKS_DATABASE = /\bstartApi\(|\bcreate(Test|Blank)Database\(/
const OUTSIDE =
  /^src\/server\/(http|integrations)\/|^scripts\/|-kills\.test\.ts$|^src\/server\/permission-matrix/
const ASKS_VENDORS =
  /\/testing\/(asana-board|clickhouse-server|s3-server|vendor-stub|vendor-files|wordpress-server)\.ts'/

/** The server's tests run once more on another PostgreSQL: those alone that would see a difference. */
const isSecondTime = process.env.TEST_POSTGRES === 'system'

/** The files of `patterns` that take turns in one process per core, and those that need a process of their own. */
function sort(patterns: string[]) {
  const files = globSync(patterns).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const wanted = isSecondTime
    ? files.filter(
        ({ file, text }) => ASKS_DATABASE.test(text) && !OUTSIDE.test(file) && !ASKS_VENDORS.test(text),
      )
    : files
  const [shared = [], alone = []] = [false, true].map((isAlone) =>
    wanted.filter(({ text }) => OF_THE_PROCESS.test(text) === isAlone).map(({ file }) => file),
  )
  return { shared, alone }
}

/**
 * Any order within a project, which the seed decides; a process serves one project, so these come one by one. What tests
 * draw (`inject('seed')`) is drawn for itself.
 */
class ShuffledProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { root, sequence } = this.ctx.config
    this.ctx.logger.log(
      `This order again: --sequence.seed=${sequence.seed}; what tests draw: TESTS_DRAW=${drawn}\n`,
    )
    const placeOf = ({ project, moduleId }: TestSpecification) =>
      project.name +
      createHash('sha1')
        .update(`${sequence.seed} ${path.relative(root, moduleId)}`)
        .digest('hex')
    const places = new Map(files.map((file) => [file, placeOf(file)]))
    return files.toSorted((one, other) => ((places.get(one) ?? '') < (places.get(other) ?? '') ? -1 : 1))
  }
}

const EDITOR = [
  ...['state', 'view', 'commands', 'autocomplete', 'language', 'lint', 'lang-sql'].map(
    (name) => `@codemirror/${name}`,
  ),
  '@lezer/highlight',
]

const server = sort(SERVER)
const web = sort(WEB)

/** What is waited for comes as late as a busy machine brings it; a test that fails waits no less. Limits of time end what hangs. */
const expected = { poll: { timeout: 60_000 } }
/** The tests of a file come in any order, as the files do. */
const sequence = { shuffle: { tests: true } }
const inNode = {
  environment: 'node',
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: expected,
  sequence,
} as const
const inDom = {
  environment: 'happy-dom' as const,
  testTimeout: 300_000,
  expect: expected,
  sequence,
  setupFiles: ['src/web/testing/setup.ts'],
  // The component library and the icons are thousands of files: bundled once, not loaded by every test file. The
  // editor's packages know each other by their classes, so that there must be one copy of them.
  deps: { optimizer: { client: { enabled: true, include: ['antd', 'lucide-react', ...EDITOR] } } },
}

export default defineConfig({
  test: {
    // The tests wait for databases, for each other's servers and for pauses: a core that one leaves another takes.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: ShuffledProjects, seed: orderOf(drawn) },
    reporters: ['default', new TestTimes()],
    // One server for all projects; it stays off where none of them asks a database.
    globalSetup: ['src/server/db/testing-server.ts', 'src/server/testing/app-template.ts'],
    projects: [
      { test: { ...inNode, name: 'server', include: server.shared, isolate: false } },
      { test: { ...inNode, name: 'server-alone', include: server.alone } },
      { test: { ...inDom, name: 'web', include: web.shared, isolate: false } },
      { test: { ...inDom, name: 'web-alone', include: web.alone } },
    ],
  },
})
