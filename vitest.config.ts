import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { takeScratch } from './scripts/scratch.mjs'
import { TestTimes } from './scripts/test-times.mjs'

takeScratch()

// Commands, servers and workers that tests start load what Node compiled the last time.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/copydesk/compiled')

const SERVER = ['src/{server,shared}/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}']
const WEB = ['src/web/**/*.test.{ts,tsx}']

/** Set by `npm run test:orders` alone: shuffles files and tests, and decides what tests of random inputs try. */
const seed = process.env.TEST_ORDER ? Number(process.env.TEST_ORDER) : undefined

/** What changes or measures the whole process: its environment, folder, signals, clock or event loop. */
const OF_THE_PROCESS =
  /process\.env\.\w+ = |delete process\.env|process\.(chdir|on|once)\(|\bvi\.(useFakeTimers|setSystemTime|stub\w+)\(|monitorEventLoopDelay/

/** Tests that query the database; those of HTTP, vendors, kills and permissions run no SQL of their own. */
const ASKS_DATABASE = /\bstartApi\(|\bcreate(Test|Blank)Database\(/
const OUTSIDE =
  /^src\/server\/(http|integrations)\/|^scripts\/|-kills\.slow\.test\.ts$|^src\/server\/permission-matrix/
const ASKS_VENDORS =
  /\/testing\/(asana-board|clickhouse-server|glewlwyd-server|s3-server|vendor-stub|vendor-files|wordpress-server)\.ts'/

/** Kills, restarts and large imports take longer than `npm test` may: `first` leaves their files out, `rest` runs them. */
const isSlow = (file: string) => file.includes('.slow.test.')
const tier = process.env.TEST_TIER

/** The tests that another PostgreSQL could fail run again on Debian's. */
const isSecondTime = process.env.TEST_POSTGRES === 'system'

/** The files of `patterns` that share a process per worker, and those that need a process of their own. */
function sort(patterns: string[]) {
  const files = globSync(patterns)
    .filter((file) => tier === undefined || isSlow(file) === (tier === 'rest'))
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
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

/** By path, or as the seed shuffles; a process serves one project, so the projects come one by one. */
class FixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { root } = this.ctx.config
    if (seed !== undefined) this.ctx.logger.log(`This order again: TEST_ORDER=${seed}\n`)
    const placeOf = ({ project, moduleId }: TestSpecification) => {
      const file = path.relative(root, moduleId)
      return `${project.name} ${seed === undefined ? file : createHash('sha1').update(`${seed} ${file}`).digest('hex')}`
    }
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

/** A busy machine may be slow; a poll that fails ends after this, a hanging test after the limits below. */
const expected = { poll: { timeout: 8_000 } }
const sequence = { shuffle: { tests: seed !== undefined } }
const inNode = {
  environment: 'node',
  setupFiles: 'scripts/test-cost.ts',
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: expected,
  sequence,
} as const
const inDom = {
  environment: 'happy-dom' as const,
  // The style sheet that is copied; all others are left out.
  css: { include: [/\/post-style\.css/] },
  testTimeout: 300_000,
  expect: expected,
  sequence,
  setupFiles: ['scripts/test-cost.ts', 'src/web/testing/setup.ts'],
  // The component library and the icons are thousands of files: bundled once, not loaded by every test file. The
  // editor's packages compare each other's classes, so that there must be one copy of them.
  deps: { optimizer: { client: { enabled: true, include: ['antd', 'lucide-react', ...EDITOR] } } },
}

export default defineConfig({
  test: {
    maxWorkers: Number(process.env.TEST_WORKERS ?? 3),
    sequence: { sequencer: FixedOrder, ...(seed === undefined ? {} : { seed }) },
    reporters: ['default', new TestTimes()],
    // One PostgreSQL for all projects; it stays off where no test of the server was asked for.
    globalSetup: ['src/server/db/testing-server.ts', 'src/server/testing/app-template.ts'],
    provide: { seed: seed ?? 0 },
    projects: [
      { test: { ...inNode, name: 'server', include: server.shared, isolate: false } },
      { test: { ...inNode, name: 'server-alone', include: server.alone } },
      { test: { ...inDom, name: 'web', include: web.shared, isolate: false } },
      { test: { ...inDom, name: 'web-alone', include: web.alone } },
    ],
  },
})
