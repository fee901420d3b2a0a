// Selects tests for code that runs before the first test. Stryker loads this in the test process.
import path from 'node:path'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'

const sizeOf = (reached) => Object.values(reached).reduce((sum, count) => sum + count, 0)

/** Which of these files, which shared a process and count on from each other, reached which place. */
function sharedSetters(reports) {
  const found = new Map()
  let before = {}
  for (const { file, reached } of reports.toSorted(
    (one, other) => sizeOf(one.reached) - sizeOf(other.reached),
  )) {
    for (const [place, count] of Object.entries(reached))
      if (count > (before[place] ?? 0)) found.set(place, [...(found.get(place) ?? []), file])
    before = reached
  }
  return [...found]
}

/**
 * Which files' set-ups reach which place, by `{ file, project, reached }`: the project whose process the file shared, if
 * any, and how often each place was reached outside of tests.
 */
function settersOf(reports) {
  const alone = reports
    .filter(({ project }) => project === undefined)
    .flatMap(({ file, reached }) => Object.keys(reached).map((place) => [place, [file]]))
  const shared = Map.groupBy(
    reports.filter(({ project }) => project !== undefined),
    ({ project }) => project,
  )
  return [...alone, ...[...shared.values()].flatMap(sharedSetters)]
}

/**
 * Says of the dry run's tests that they reach what their file's set-up reaches: Stryker would have all tests of all files
 * judge that.
 */
export function nameSetUps({ tests, mutantCoverage }, reports) {
  const { perTest } = mutantCoverage
  const testsOf = Map.groupBy(tests, ({ id }) => id.split('#')[0])
  for (const [place, files] of settersOf(reports))
    for (const { id } of files.flatMap((file) => testsOf.get(file) ?? [])) {
      perTest[id] ??= {}
      perTest[id][place] ??= 1
    }
}

const reportOf = ({ filepath, meta, projectName }, shared) => ({
  file: path.relative(process.cwd(), filepath).replaceAll('\\', '/'),
  project: shared.has(projectName) ? projectName : undefined,
  reached: meta.mutantCoverage?.static ?? {},
})

const [{ factory: createVitestRunner }] = vitestPlugins

/**
 * Activates a mutation from the first line of its module, not from the first test. Otherwise, values computed
 * while the module loads, such as a table or a pattern, would not be mutated, and every test would pass.
 */
export const brokenWhileLoaded = (mutantRun) => (options) =>
  mutantRun({ ...options, mutantActivation: 'static' })

function createRunner(injector) {
  const runner = createVitestRunner(injector)
  runner.mutantRun = brokenWhileLoaded(runner.mutantRun.bind(runner))
  const dryRun = runner.dryRun.bind(runner)
  runner.dryRun = async (options) => {
    const result = await dryRun(options)
    if (!result.mutantCoverage) return result
    const { projects, state } = runner.ctx
    const shared = new Set(projects.filter(({ config }) => !config.isolate).map(({ name }) => name))
    nameSetUps(
      result,
      state.getFiles().map((file) => reportOf(file, shared)),
    )
    return result
  }
  return runner
}
createRunner.inject = createVitestRunner.inject

export const strykerPlugins = [{ kind: 'TestRunner', name: 'vitest-set-ups', factory: createRunner }]
