import { expect, it } from 'vitest'
import { latenessOf, monthOf } from '#shared/features/keywords/planner/rules.ts'
import { sampleArticles } from './articles.ts'
import { samplePlans } from './planner.ts'

it.each(['2026-11-23', '2027-01-04', '2027-03-31', '2027-06-15', '2027-09-01', '2028-02-29'])(
  'on %s the plan has two late cards, some ahead, one requested and one published',
  (day) => {
    const now = new Date(`${day}T10:00:00Z`)
    const written = sampleArticles(now)
    const plans = samplePlans(written, now, 'UTC')
    const [one, other, ...rest] = plans
    const lateness = (plan: typeof one) =>
      plan && latenessOf({ month: plan.month, publish_by: plan.publishBy, article: null }, day)
    expect([lateness(one), lateness(other)]).toEqual(['past-date', 'past-date'])
    // Each is in the month of its publish-by date.
    for (const plan of [one, other]) expect(plan?.month, plan?.keyword).toBe(monthOf(plan?.publishBy ?? ''))
    expect(rest.slice(0, -2).length).toBeGreaterThanOrEqual(5)
    for (const plan of rest.slice(0, -2)) {
      expect(lateness(plan), plan.keyword).toBeNull()
      expect(plan.month <= (plan.publishBy ?? '')).toBe(true)
    }
    const statuses = rest
      .slice(-2)
      .map(({ keyword }) => written.findLast(({ keywords }) => keywords[0] === keyword)?.status)
    expect(statuses).toEqual(['requested', 'published'])
    const named = plans.map(({ keyword, site }) => `${keyword} ${site}`)
    expect(new Set(named).size).toBe(plans.length)
    expect(samplePlans(sampleArticles(now), now, 'UTC')).toEqual(plans)
  },
)
