// npm run mutate -- AREA [--pure]: breaks the product on purpose and says which tests would not have noticed.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { mutationTable, survivorsOf } from './mutation-report.mjs'
import { brokenFiles, testsOfArea } from './mutation-scope.mjs'
import { Problem, runScript } from './problem.mjs'

const GOAL = 85
const USAGE = 'Usage: npm run mutate -- AREA [--pure], for example: npm run mutate -- KW'

/** Shared's own tests need no database: without the set-up that starts one they take seconds. */
const PURE_CONFIG = `module.exports = { test: { environment: 'node', include: ['src/shared/**/*.test.ts'] } }\n`

function scopeOf(area, isPure) {
  const listed = globSync('src/**/*.test.{ts,tsx}').map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }))
  const tests = testsOfArea(listed, area).filter((file) => !isPure || file.startsWith('src/shared/'))
  const files = brokenFiles(tests).filter((file) => !isPure || file.startsWith('src/shared/'))
  if (files.length === 0)
    throw new Problem(`No test of ${area} reaches a file that could be broken. ${USAGE}`)
  return { tests, files }
}

await runScript(async () => {
  const words = process.argv.slice(2)
  const area = words.find((word) => /^[A-Z]+$/.test(word))
  const isPure = words.includes('--pure')
  if (!area) throw new Problem(USAGE)
  const { tests, files } = scopeOf(area, isPure)
  console.log(`${files.length} files are broken for ${tests.length} files of tests.`)
  const folder = mkdtempSync(path.join(tmpdir(), 'copydesk-mutate-'))
  const fileName = path.join(folder, 'report.json')
  const configFile = path.join(folder, 'vitest.config.cjs')
  writeFileSync(configFile, PURE_CONFIG)
  try {
    await new Stryker({
      testRunner: 'vitest',
      plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
      vitest: { related: false, ...(isPure ? { configFile } : {}) },
      mutate: files,
      testFiles: tests,
      coverageAnalysis: 'perTest',
      concurrency: 2,
      incremental: false,
      disableTypeChecks: false,
      ignorePatterns: ['/data', '/backups', '/dist', '/coverage', '/test-results', '/playwright-report'],
      tempDirName: path.join(folder, 'copy'),
      cleanTempDir: 'always',
      reporters: ['json'],
      jsonReporter: { fileName },
      dryRunTimeoutMinutes: 15,
      logLevel: 'warn',
    }).runMutationTest()
    const report = JSON.parse(readFileSync(fileName, 'utf8'))
    const { lines, share } = mutationTable(report)
    console.log([...survivorsOf(report), '', ...lines].join('\n'))
    return share >= GOAL ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
