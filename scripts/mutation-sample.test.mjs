import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { nameTests, sampleOf } from './mutation-sample.mjs'

const plan = (line, netTime = 500, testFilter = ['a test']) => ({
  netTime,
  runOptions: { testFilter },
  mutant: { fileName: 'rules.ts', location: { start: { line } }, replacement: '' },
})
const plans = Array.from({ length: 40 }, (_, line) => plan(line))
const linesOf = (drawn) => drawn.map(({ mutant }) => mutant.location.start.line)

describe('the sample of mutants', () => {
  it('depends on the seed and not on the order of the mutants', () => {
    const drawn = linesOf(sampleOf(plans, { sample: 5, seed: '7' }))
    expect(linesOf(sampleOf(plans.toReversed(), { sample: 5, seed: '7' }))).toEqual(drawn)
    expect(new Set(drawn).size).toBe(5)
    expect(linesOf(sampleOf(plans, { sample: 5, seed: '8' }))).not.toEqual(drawn)
  })

  it('is the same in any project folder', () => {
    const there = plans.map(({ mutant, ...rest }) => ({
      ...rest,
      mutant: { ...mutant, fileName: path.resolve('rules.ts') },
    }))
    const drawn = (from) => linesOf(sampleOf(from, { sample: 5, seed: '7' }))
    expect(drawn(there)).toEqual(drawn(plans))
  })

  it('is complete without a number and a time', () => {
    expect(sampleOf(plans, { seed: '7' })).toHaveLength(40)
  })

  it('takes no longer than requested; mutants that no test reaches take no time', () => {
    expect(sampleOf(plans, { seed: '7', minutes: 1 })).toHaveLength(20)
    const unreached = plans.map((_, line) => plan(line, 0, []))
    expect(sampleOf(unreached, { seed: '7', minutes: 1 })).toHaveLength(40)
  })
})

it('code that runs before any test is mutated from the start, for the tests recorded as reaching it, and costs their time', () => {
  const early = {
    netTime: 90_000,
    mutant: { static: true, coveredBy: ['one', 'two'] },
    runOptions: { testFilter: ['some.test.ts'], mutantActivation: 'runtime' },
  }
  const late = {
    netTime: 40,
    mutant: { static: false, coveredBy: ['two', 'three'] },
    runOptions: { testFilter: ['two', 'three'], mutantActivation: 'runtime' },
  }
  const times = new Map([
    ['one', 10],
    ['two', 20],
    ['three', 20],
  ])
  nameTests([early, late], times, () => undefined)
  expect(early).toMatchObject({
    netTime: 30,
    runOptions: { testFilter: ['one', 'two'], mutantActivation: 'static' },
  })
  expect(late).toMatchObject({
    netTime: 40,
    runOptions: { testFilter: ['two', 'three'], mutantActivation: 'runtime' },
  })
})

it('a module’s constants are mutated from the start, for all tests that load it', () => {
  const made = {
    netTime: 10,
    mutant: { static: false, coveredBy: ['one'] },
    runOptions: { testFilter: ['one'], mutantActivation: 'runtime' },
  }
  const times = new Map([
    ['one', 10],
    ['two', 20],
    ['other', 40],
  ])
  nameTests([made], times, (_mutant, tests) => tests.filter((id) => id !== 'other'))
  expect(made).toMatchObject({
    netTime: 30,
    runOptions: { testFilter: ['one', 'two'], mutantActivation: 'static' },
  })
})
