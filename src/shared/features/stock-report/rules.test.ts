import { expect, it } from 'vitest'
import { monthly, RISK_FORMULA, RISK_WEEKS } from './rules.ts'

it('a month is a twelfth of the 52 weeks of a year', () => {
  expect(monthly(120)).toBe(520)
  expect(monthly(0)).toBe(0)
})

it('whoever asks is told over how many weeks the sum at risk goes, and what is estimated', () => {
  expect(RISK_FORMULA).toContain(`last ${RISK_WEEKS} full weeks`)
  expect(RISK_FORMULA).toContain('we estimate them (≈)')
})
