import { expect, it } from 'vitest'
import { ACTS_BESIDE_EVENTS } from './rules.ts'

it('the history of an article leaves out who read it, which the audit trail keeps', () => {
  expect(ACTS_BESIDE_EVENTS).toContain('article.ticked')
  expect(ACTS_BESIDE_EVENTS.filter((act) => /claimed|released/.test(act))).toEqual([])
})
