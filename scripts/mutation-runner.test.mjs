import { expect, it } from 'vitest'
import { brokenWhileLoaded, nameSetUps } from './mutation-runner.mjs'

const idsOf = (file, count) => Array.from({ length: count }, (_, at) => `${file}#test ${at + 1}`)
const dryRun = (perTest, files) => ({
  tests: files.flatMap(([file, count]) => idsOf(file, count)).map((id) => ({ id })),
  mutantCoverage: { perTest, static: {} },
})
const judgesOf = ({ mutantCoverage: { perTest } }, place) =>
  Object.keys(perTest)
    .filter((id) => perTest[id][place] > 0)
    .sort()

it('code reached by the set-up of some files is judged by the tests of these files, and not by others in their process', () => {
  const result = dryRun({ 'c.test.ts#test 1': { called: 2 } }, [
    ['a.test.ts', 2],
    ['b.test.ts', 1],
    ['c.test.ts', 2],
  ])
  // They count on from each other, and are not told in the order in which they ran.
  nameSetUps(result, [
    { file: 'c.test.ts', project: 'server', reached: { twice: 5, called: 1, loaded: 1 } },
    { file: 'a.test.ts', project: 'server', reached: { twice: 2, loaded: 1 } },
    { file: 'b.test.ts', project: 'server', reached: { twice: 5, loaded: 1 } },
  ])
  expect(judgesOf(result, 'twice')).toEqual([...idsOf('a.test.ts', 2), ...idsOf('b.test.ts', 1)])
  expect(judgesOf(result, 'called')).toEqual(idsOf('c.test.ts', 2))
})

it('code reached by the set-up of a file with its own process is judged by that file', () => {
  const result = dryRun({}, [
    ['alone.test.ts', 1],
    ['other.test.ts', 1],
  ])
  nameSetUps(result, [
    { file: 'alone.test.ts', reached: { called: 1 } },
    { file: 'other.test.ts', reached: {} },
  ])
  expect(judgesOf(result, 'called')).toEqual(['alone.test.ts#test 1'])
})

it('a mutant is active while its module is loaded, not only from its first test on', async () => {
  const run = async (options) => options
  const asked = { activeMutant: { id: '7' }, mutantActivation: 'runtime' }
  expect(await brokenWhileLoaded(run)(asked)).toEqual({ ...asked, mutantActivation: 'static' })
})
