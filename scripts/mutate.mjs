// npm run mutate -- AREA|NOUN: breaks the product on purpose and says which tests would not have noticed.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { mutationTable, survivorsOf } from './mutation-report.mjs'
import { limitRun } from './mutation-sample.mjs'
import { brokenFiles, scopeOfNoun, testsOfArea } from './mutation-scope.mjs'
import { Problem, runScript } from './problem.mjs'

const GOAL = 85
const USAGE = `Usage: npm run mutate -- AREA|NOUN [--with NOUN,NOUN/WORD] [--sample 40] [--seed WORD] [--minutes 8] [--pure]
for example: npm run mutate -- KW, npm run mutate -- planner --sample 40`

/**
 * Longer than a test's own timeout, after which it fails: on a shared machine a shorter time cannot tell a slow test
 * from one that hangs.
 */
const PATIENCE_MS = 330_000

/** Shared's own tests need no database: without the set-up that starts one they take seconds. */
const PURE_CONFIG = `module.exports = { test: { environment: 'node', include: ['src/shared/**/*.test.ts'] } }\n`

function scopeOfArea(area) {
  const listed = globSync('src/**/*.test.{ts,tsx}').map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }))
  const tests = testsOfArea(listed, area)
  return { tests, files: brokenFiles(tests) }
}

function scopeOf(word, { pure, with: helpers }) {
  const { tests, files } = /^[A-Z]+$/.test(word)
    ? scopeOfArea(word)
    : scopeOfNoun(word, helpers?.split(',') ?? [])
  const isMeant = (file) => !pure || file.startsWith('src/shared/')
  const scope = { tests: tests.filter(isMeant), files: files.filter(isMeant) }
  if (scope.files.length === 0 || scope.tests.length === 0)
    throw new Problem(`No test of ${word} reaches a file that could be broken. ${USAGE}`)
  return scope
}

function numberOf(text) {
  if (text === undefined) return undefined
  if (!(Number(text) > 0)) throw new Problem(`${text} is no number above 0. ${USAGE}`)
  return Number(text)
}

function readWords() {
  try {
    const text = { type: 'string' }
    const options = { pure: { type: 'boolean' }, with: text, sample: text, seed: text, minutes: text }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [word] = positionals
    if (!word || positionals.length > 1) throw new Problem(USAGE)
    return { word, values }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`${error.message} ${USAGE}`)
  }
}

await runScript(async () => {
  const { word, values } = readWords()
  const { tests, files } = scopeOf(word, values)
  const limits = { sample: numberOf(values.sample), minutes: numberOf(values.minutes) }
  const seed = values.seed ?? String(Date.now() % 100_000)
  console.log(`${files.length} files are broken for ${tests.length} files of tests.`)
  const folder = mkdtempSync(path.join(tmpdir(), 'copydesk-mutate-'))
  const fileName = path.join(folder, 'report.json')
  const configFile = path.join(folder, 'vitest.config.cjs')
  writeFileSync(configFile, PURE_CONFIG)
  const run = limitRun({ ...limits, seed })
  try {
    await new Stryker({
      testRunner: 'vitest-set-ups',
      plugins: [
        import.meta.resolve('@stryker-mutator/vitest-runner'),
        import.meta.resolve('./mutation-runner.mjs'),
        import.meta.resolve('./mutation-sample.mjs'),
      ],
      vitest: { related: false, ...(values.pure ? { configFile } : {}) },
      mutate: files,
      testFiles: tests,
      coverageAnalysis: 'perTest',
      concurrency: 1,
      incremental: false,
      disableTypeChecks: false,
      ignorePatterns: ['/data', '/backups', '/dist', '/coverage', '/test-results', '/playwright-report'],
      tempDirName: path.join(folder, 'copy'),
      cleanTempDir: 'always',
      reporters: ['json', 'sample'],
      jsonReporter: { fileName },
      timeoutMS: PATIENCE_MS,
      dryRunTimeoutMinutes: 30,
      logLevel: 'warn',
    }).runMutationTest()
    const report = JSON.parse(readFileSync(fileName, 'utf8'))
    const { lines, share } = mutationTable(report)
    console.log([...survivorsOf(report), '', ...lines].join('\n'))
    if (run.taken < run.seen)
      console.log(`${run.taken} of ${run.seen} places; the same ones again: --seed ${seed}`)
    return share >= GOAL ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
