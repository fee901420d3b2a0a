import type { AlertRule, BackTest } from '#shared/features/desk/alert-rules/contract.ts'
import { plusDays } from '#shared/format/day.ts'
import { person } from './people.ts'

const ME = person('qa')
/** The user who looks at the rules. */
export const me = { id: ME.id, first_name: ME.first_name, last_name: ME.last_name, username: ME.username }
export const dana = { id: ME.id + 1, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example' }

export const rule = (over: Partial<AlertRule> = {}): AlertRule => ({
  rule_id: 1,
  version: 1,
  name: 'Falls',
  kind: 'earnings-fell',
  against: 'before',
  threshold: 25,
  least: 500,
  site_id: null,
  site: null,
  cool_down_days: 14,
  is_on: true,
  roles: [],
  people: [me.id],
  owner: me,
  people_gone: [],
  is_owner_gone: false,
  is_followed: true,
  listeners: 1,
  named_now: 2,
  told_90: 7,
  told_days: 90,
  answers: { right: 0, noise: 0 },
  changed_at: '2026-11-03T10:00:00Z',
  ...over,
})
export const tested = (over: Partial<BackTest> = {}): BackTest => ({
  weeks: Array.from({ length: 52 }, (_, index) => ({
    week: plusDays('2025-12-01', 7 * index),
    alerts: index % 3,
    looser: 3,
  })),
  known_weeks: 52,
  told: 7,
  known_days: 90,
  looser: { threshold: 20, told: 11 },
  is_too_much: false,
  named: 1,
  subjects: [
    { subject_id: 5, title: 'Best Vacuums', post: 'hs/7', value: 31, was: 900, is: 600, answer: null },
  ],
  counted_at: '2026-11-23T06:30:00Z',
  ...over,
})
