import { expect, it } from 'vitest'
import { checkRule, sentOf, valuesOf } from './form.ts'
import { ALERT_KINDS, type AlertKind } from './rules.ts'

it('a new rule starts with a fall in earnings against the four weeks before, and notifies its author', () => {
  const values = valuesOf(null, 7)
  expect(values).toEqual({
    name: '',
    kind: 'earnings-fell',
    against: 'before',
    threshold: 25,
    least: 500,
    coolDownDays: 14,
    siteId: null,
    recipients: ['7'],
  })
  expect(checkRule.safeParse(values).error?.issues[0]?.message).toBe('Please name the rule.')
})

it('a rule is sent with roles and users apart, trimmed, and switched on if it is new', () => {
  const values = { ...valuesOf(null, 7), name: ' Falls ', siteId: 3, recipients: ['qa', '7', 'opm', '12'] }
  expect(sentOf(values, null)).toEqual({
    name: 'Falls',
    kind: 'earnings-fell',
    against: 'before',
    threshold: 25,
    least: 500,
    site_id: 3,
    cool_down_days: 14,
    is_on: true,
    roles: ['qa', 'opm'],
    people: [7, 12],
  })
})

it('a new rule starts with a kind that no other rule watches yet', () => {
  const begun = (...kinds: AlertKind[]) =>
    valuesOf(
      null,
      7,
      kinds.map((kind) => ({ kind })),
    )
  expect(begun('earnings-fell')).toMatchObject({ kind: 'earnings-at-risk', threshold: 50 })
  expect(begun('earnings-fell', 'earnings-at-risk')).toMatchObject({ kind: 'share-lost', threshold: 50 })
  expect(begun(...ALERT_KINDS)).toMatchObject({ kind: 'earnings-fell', threshold: 25 })
})
