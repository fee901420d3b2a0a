import { expect, it } from 'vitest'
import { nameSetUps } from './mutation-runner.mjs'

const idsOf = (file, count) => Array.from({ length: count }, (_, at) => `${file}#test ${at + 1}`)
const dryRun = (perTest, files) => ({
  tests: files.flatMap(([file, count]) => idsOf(file, count)).map((id) => ({ id })),
  mutantCoverage: { perTest, static: {} },
})
const judgesOf = ({ mutantCoverage: { perTest } }, place) =>
  Object.keys(perTest)
    .filter((id) => perTest[id][place] > 0)
    .sort()

it('what the set-ups of some files reach is judged by the tests of these files, and of no other in their process', () => {
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

it('what was reached once in a process may be a module that was loaded for all its files, and all judge it', () => {
  const result = dryRun({}, [
    ['a.test.ts', 1],
    ['b.test.ts', 1],
    ['alone.test.ts', 1],
    ['other.test.ts', 1],
    ['drawn.test.ts', 1],
  ])
  nameSetUps(result, [
    { file: 'a.test.ts', project: 'server', reached: { loaded: 1 } },
    { file: 'b.test.ts', project: 'server', reached: { loaded: 1, more: 1 } },
    { file: 'alone.test.ts', reached: { loaded: 1 } },
    { file: 'other.test.ts', reached: {} },
    { file: 'drawn.test.ts', project: 'web', reached: { seen: 3 } },
  ])
  expect(judgesOf(result, 'loaded')).toEqual(['a.test.ts#test 1', 'alone.test.ts#test 1', 'b.test.ts#test 1'])
  expect(judgesOf(result, 'seen')).toEqual(['drawn.test.ts#test 1'])
})
