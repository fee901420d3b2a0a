import { expect, it } from 'vitest'
import { monthly, RISK_FORMULA, RISK_WEEKS } from './rules.ts'

it('a month is a twelfth of the 52 weeks of a year', () => {
  expect(monthly(120)).toBe(520)
  expect(monthly(0)).toBe(0)
})

it('the formula of the amount at risk names its weeks and marks estimates', () => {
  expect(RISK_FORMULA).toContain(`last ${RISK_WEEKS} full weeks`)
  expect(RISK_FORMULA).toContain('we estimate them (≈)')
})
