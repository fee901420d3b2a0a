import { describe, expect, it } from 'vitest'
import { changeWords, isRequired, trailOf, USUAL_RULES } from './rules.ts'

const usual = trailOf(USUAL_RULES)
const changed = (rules: object) => changeWords(usual, trailOf({ ...USUAL_RULES, ...rules }))

describe('a change of the sign-in rules in words', () => {
  it.each([
    [{ sessions_at_once: 20 }, ['Sessions at once: no limit → 20']],
    [{ session_hours: 1 }, ['Sessions end after: the server’s limit → 1 hour']],
    [{ session_idle_minutes: 30 }, ['Sessions end without use after: the server’s limit → 30 minutes']],
    [{ people_make_tokens: false }, ['People make API tokens: yes → no']],
    [
      { token_days: 90, tokens_each: 5 },
      ['Longest life of API tokens: 365 days → 90 days', 'API tokens for each account: 20 → 5'],
    ],
    [
      { second_factor: 'everybody', second_factor_from: '2026-12-01' },
      ['Second factor: nobody → everybody', 'starts 2026-12-01'],
    ],
    [{}, []],
  ])('%j', (rules, words) => expect(changed(rules)).toEqual(words))

  it('names a day that changed alone, and none after the rule was lifted', () => {
    const rules = { ...usual, second_factor: 'everybody', second_factor_from: '2026-12-01' }
    expect(changeWords(rules, { ...rules, second_factor_from: '2026-12-09' })).toEqual([
      'Second factor from: 2026-12-01 → 2026-12-09',
    ])
    expect(changeWords(rules, usual)).toEqual(['Second factor: everybody → nobody'])
  })

  it('is read from an entry that has only the fields that changed', () => {
    expect(changeWords({ sessions_at_once: 20 }, { sessions_at_once: null })).toEqual([
      'Sessions at once: 20 → no limit',
    ])
  })
})

it('a second factor is required from the day on, of the roles in the scope', () => {
  const rules = { ...USUAL_RULES, second_factor: 'administrators' as const, second_factor_from: '2026-12-01' }
  expect(isRequired(rules, 'adm', '2026-11-30')).toBe(false)
  expect(isRequired(rules, 'adm', '2026-12-01')).toBe(true)
  expect(isRequired(rules, 'qa', '2026-12-01')).toBe(false)
  expect(isRequired({ ...rules, second_factor: 'everybody' }, 'qa', '2026-12-02')).toBe(true)
})
