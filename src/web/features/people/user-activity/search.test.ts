import { describe, expect, it } from 'vitest'
import { keysOf } from '#shared/format/keys.ts'
import { defaultFilters, isFiltered } from '#web/ui/list/filters.ts'
import { ActivitySearch, askedOf, FILTERS } from './search.ts'

const of = { address: ActivitySearch, filters: keysOf(FILTERS) }

describe('the address of the user activity', () => {
  it('without parameters filters nothing and counts by role', () => {
    const search = ActivitySearch.parse({})
    expect(search).toEqual({ by: 'role', page: 1 })
    expect(isFiltered(of, search)).toBe(false)
  })

  it('carries user, role and days [ACT-003, ACT-004, ACT-005]', () => {
    const search = ActivitySearch.parse({
      user: '4',
      role: 'qa',
      from: '2026-3-1',
      to: '2026-03-31',
      page: '2',
    })
    const asked = { userId: 4, role: 'qa', startDate: '2026-03-01', endDate: '2026-03-31' }
    expect(askedOf(search)).toEqual(asked)
    for (const name of keysOf(FILTERS))
      expect(isFiltered(of, { ...ActivitySearch.parse({}), [name]: search[name] }), name).toBe(true)
  })

  it('loses filters and page when they are cleared, but not what the chart counts by [ACT-006]', () => {
    const search = ActivitySearch.parse({
      user: '4',
      role: 'qa',
      from: '2026-03-01',
      by: 'screen',
      page: '9',
    })
    const cleared = ActivitySearch.parse({ ...search, ...defaultFilters(of), page: 1 })
    expect(cleared).toEqual({ by: 'screen', page: 1 })
  })

  it('ignores invalid values', () => {
    const nonsense = { user: 'x', role: 'king', from: '2026-02-30', to: 'soon', by: 'moon', page: '0' }
    expect(ActivitySearch.parse(nonsense)).toEqual({ by: 'role', page: 1 })
  })
})
