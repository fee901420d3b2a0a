import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FLAG_NAMES } from '../src/shared/features/feature-flags/rules.ts'
import { declaredFlags, flagFaults } from './flag-faults.mjs'

it('a flag that server or browser reads by its name is in order', () => {
  const sources = [
    ['a.ts', "if (await flags.value('ONE', tx)) return"],
    ['b.tsx', "const isOn = useFlag('TWO')"],
  ]
  expect(flagFaults(sources, ['ONE', 'TWO'])).toEqual([])
})

it('a flag that nothing reads, one that is not declared, and a reading without a name are refused', () => {
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
  const text = readFileSync('src/shared/features/feature-flags/rules.ts', 'utf8')
  expect(declaredFlags(text)).toEqual(FLAG_NAMES)
})
