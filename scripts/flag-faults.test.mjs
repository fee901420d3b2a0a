import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FEATURE_FLAGS, FLAG_NAMES } from '../src/shared/features/ground/feature-flags/rules.ts'
import { declaredFlags, declaredPlaces, flagFaults, placeFaults } from './flag-faults.mjs'

it('a flag that server or browser reads by its name is accepted', () => {
  const sources = [
    ['a.ts', "if (await flags.value('ONE', tx)) return"],
    ['b.tsx', "const isOn = useFlag('TWO')"],
  ]
  expect(flagFaults(sources, ['ONE', 'TWO'])).toEqual([])
})

it('a flag that is never read, an undeclared flag, and a read without a name are refused', () => {
  const sources = [
    ['a.ts', "await flags.value('OTHER')"],
    ['b.tsx', 'useFlag(name)'],
  ]
  expect(flagFaults(sources, ['ONE'])).toEqual([
    'a.ts: no feature flag OTHER is declared',
    'b.tsx: a feature flag is read by its name, in quotes',
    'ONE is declared, and nothing reads it',
  ])
})

it('every declared flag is found', () => {
  const text = readFileSync('src/shared/features/ground/feature-flags/rules.ts', 'utf8')
  expect(declaredFlags(text)).toEqual(FLAG_NAMES)
  expect(declaredPlaces(text)).toEqual(
    Object.fromEntries(Object.entries(FEATURE_FLAGS).map(([name, { places }]) => [name, places])),
  )
})

it('an undeclared place that reads a flag is refused, and so is a declared place that does not', () => {
  const sources = [
    ['src/a.ts', "if (await flags.value('ONE', tx)) return"],
    ['src/b.tsx', "const isOn = useFlag('ONE')"],
  ]
  expect(placeFaults(sources, { ONE: ['a.ts', 'b.tsx'] })).toEqual([])
  expect(placeFaults(sources, { ONE: ['a.ts', 'c.ts'] })).toEqual([
    'ONE is read in b.tsx, too',
    'ONE is not read in c.ts',
  ])
})
