import { z } from 'zod'
import { ROLE_IDS } from '../../../access/roles.ts'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { Day, Id, IdInBody, IdParams, nameText, PageField, SENT, wholeNumber } from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'
import { AGAINST, ALERT_KINDS, type AlertKind, COOL_DOWNS, KINDS, LEASTS } from './rules.ts'

export const RULE_NAME_MAXIMUM = 60
const MOST_PEOPLE = 100
const MOST_THRESHOLD = 1000
const LEAST = 500
const COOL_DOWN = 14

const oneOf = (choices: readonly number[], words: string) =>
  z.number().refine((value) => choices.includes(value), `Choose one of the offered ${words}`)

const hasThreshold = ({ kind, threshold }: { kind: AlertKind; threshold: number }) =>
  KINDS[kind].thresholds.includes(threshold)
const NO_THRESHOLD = { path: ['threshold'], message: 'Choose one of the offered steps' }

const RuleName = nameText(RULE_NAME_MAXIMUM, 'Please name the rule.')

const RuleBody = z
  .object({
    name: RuleName,
    kind: z.enum(ALERT_KINDS),
    against: z.enum(AGAINST).default('before'),
    threshold: z.number(),
    least: oneOf(LEASTS, 'sums').default(LEAST),
    /** All sites if left out or null. */
    site_id: IdInBody.nullable().default(null),
    cool_down_days: oneOf(COOL_DOWNS, 'pauses').default(COOL_DOWN),
    is_on: z.boolean().default(true),
    /** Notifies all users of these roles, and these people, who include the rule's followers. */
    roles: z.array(z.enum(ROLE_IDS)).max(ROLE_IDS.length).default([]),
    people: z.array(IdInBody).max(MOST_PEOPLE),
  })
  .refine(hasThreshold, NO_THRESHOLD)
export type RuleBody = z.output<typeof RuleBody>

/** `version` is the one that the user edited; if left out, the last save wins. */
export const RuleChange = RuleBody.safeExtend({ version: z.number().int().min(0).optional() })
export type RuleChange = z.output<typeof RuleChange>

export const AlertRule = z.object({
  rule_id: z.number(),
  version: z.number(),
  name: z.string(),
  kind: z.enum(ALERT_KINDS),
  against: z.enum(AGAINST),
  threshold: z.number(),
  least: z.number(),
  site_id: z.number().nullable(),
  /** The site's name; null for all sites. */
  site: z.string().nullable(),
  cool_down_days: z.number(),
  is_on: z.boolean(),
  roles: z.array(z.enum(ROLE_IDS)),
  people: z.array(z.number()),
  /** Recipients who are no longer notified: they are locked, or may not see these subjects. */
  people_gone: z.array(UserName),
  owner: UserName,
  /** A rule whose owner is locked, or may no longer see these subjects, notifies nobody. */
  is_owner_gone: z.boolean(),
  /** The current user follows it as one of its people. */
  is_followed: z.boolean(),
  /** Current number of recipients. */
  listeners: z.number(),
  /** Number of subjects that matched last night. */
  named_now: z.number(),
  /** How often it would have fired in the past 90 days. */
  told_90: z.number(),
  /** Number of those days with data. */
  told_days: z.number(),
  answers: z.object({ right: z.number(), noise: z.number() }),
  changed_at: Timestamp,
})
export type AlertRule = z.infer<typeof AlertRule>

export const AlertSubject = z.object({
  subject_id: z.number(),
  title: z.string(),
  /** Site code and post id, `hs/40001`; null for subjects other than posts. */
  post: z.string().nullable(),
  value: z.number(),
  /** US dollars, or percent for shares. */
  was: z.number(),
  is: z.number(),
  /** The current user's answer. */
  answer: z.enum(['right', 'noise']).nullable(),
})
export type AlertSubject = z.infer<typeof AlertSubject>

export const AlertWeek = z.object({
  /** A Monday, `yyyy-MM-dd`. */
  week: DateOnly,
  /** Null if the week has no data. */
  alerts: z.number().nullable(),
  /** The same with the next looser threshold. */
  looser: z.number().nullable(),
})
export type AlertWeek = z.infer<typeof AlertWeek>

export const BackTest = z.object({
  weeks: z.array(AlertWeek),
  known_weeks: z.number(),
  /** It would fire too often to be useful: suggest a stricter threshold. */
  is_too_much: z.boolean(),
  /** Firings in the past 90 days, and the number of those days with data. */
  told: z.number(),
  known_days: z.number(),
  looser: z.object({ threshold: z.number(), told: z.number() }).nullable(),
  /** Today's matches: their number, and the first of them. */
  named: z.number(),
  subjects: z.array(AlertSubject),
  /** When everything was last counted; null before the first time. */
  counted_at: Timestamp.nullable(),
})
export type BackTest = z.infer<typeof BackTest>

/** Firings per page. */
export const FIRINGS_PAGE = 50

export const Firing = z.object({
  /** The day it fired, or would have. For current matches, the day it began. */
  day: DateOnly,
  subject_id: z.number(),
  /** Null if the subject no longer exists. */
  title: z.string().nullable(),
  post: z.string().nullable(),
  /** Values on that day; null if no longer known. */
  finding: z.object({ was: z.number(), is: z.number() }).nullable(),
  answer: z.enum(['right', 'noise']).nullable(),
})
export type Firing = z.infer<typeof Firing>

/** Firings of a rule, newest first. */
export const FiringsPage = z.object({ nodes: z.array(Firing), totalCount: z.number() })
export type FiringsPage = z.infer<typeof FiringsPage>

export const AlertChoices = z.object({
  people: z.array(UserName.extend({ role_id: z.enum(ROLE_IDS) })),
})

const choice = (choices: readonly number[], words: string) =>
  wholeNumber(1, MOST_THRESHOLD * 2)
    .refine((value) => choices.includes(value), `Choose one of the ${words}`)
    .register(SENT, { type: 'integer', enum: choices })

const Asked = z.object({
  kind: z.enum(ALERT_KINDS),
  against: z.enum(AGAINST).default('before'),
  threshold: wholeNumber(1, MOST_THRESHOLD),
  least: choice(LEASTS, 'offered sums').default(LEAST),
  site_id: Id.optional(),
  cool_down_days: choice(COOL_DOWNS, 'offered pauses').default(COOL_DOWN),
  /** A rule whose answers are shown next to its matches. */
  rule_id: Id.optional(),
})
const TestQuery = Asked.refine(hasThreshold, NO_THRESHOLD)
export type TestQuery = z.output<typeof TestQuery>

const FiringsQuery = Asked.extend({
  /** `now`: current matches. `would`: each firing of the past 90 days. */
  of: z.enum(['now', 'would']).default('now'),
  /** A Monday. Limits `would` to that week of the past year. */
  week: Day.optional(),
  page: PageField,
}).refine(hasThreshold, NO_THRESHOLD)
export type FiringsQuery = z.output<typeof FiringsQuery>

const access = ['ViewKeywords'] as const

export const alertRuleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/alert-rules',
    access,
    summary: 'All alert rules, with last night’s matches.',
    answer: z.array(AlertRule),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/alert-rules/choices',
    access,
    summary: 'Possible recipients of a rule.',
    answer: AlertChoices,
  }),
  backTest: endpoint({
    method: 'GET',
    path: '/api/alert-rules/back-test',
    access,
    summary: 'Back-test of a rule: alerts by week, and today’s matches.',
    query: TestQuery,
    answer: BackTest,
  }),
  firings: endpoint({
    method: 'GET',
    path: '/api/alert-rules/firings',
    access,
    summary: 'All of a rule’s matches, today or in the past, by page.',
    query: FiringsQuery,
    answer: FiringsPage,
  }),
  sentFirings: endpoint({
    method: 'GET',
    path: '/api/alert-rules/:id/firings',
    access,
    summary: 'All alerts a rule has sent, by page.',
    params: IdParams,
    query: z.object({ page: PageField }),
    answer: FiringsPage,
  }),
  calm: endpoint({
    method: 'GET',
    path: '/api/alert-rules/calm',
    access,
    summary:
      'The default threshold of a new rule: the lowest that would have sent at most ten alerts in the past 90 days. Ignores the query’s threshold.',
    query: TestQuery,
    answer: z.object({ threshold: z.number(), told: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/alert-rules',
    access,
    summary: 'Create an alert rule.',
    body: RuleBody,
    answer: AlertRule,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/alert-rules/:id',
    access,
    summary: 'Change your own rule; administrators can change any. 409 if it has changed since `version`.',
    params: IdParams,
    body: RuleChange,
    answer: AlertRule,
    refusals: { 409: oldVersionOf(AlertRule) },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/alert-rules/:id',
    access,
    summary: 'Delete your own rule; it can be restored.',
    params: IdParams,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/alert-rules/:id/restore',
    access,
    summary: 'Restore a deleted rule.',
    params: IdParams,
    answer: AlertRule,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/api/alert-rules/:id/follow',
    access,
    summary: 'Follow or unfollow a rule.',
    params: IdParams,
    body: z.object({ follow: z.boolean() }),
    answer: AlertRule,
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/alert-rules/:id/answers',
    access,
    summary: 'Rate an alert as right or noise.',
    params: IdParams,
    body: z.object({ subject_id: IdInBody, answer: z.enum(['right', 'noise']).nullable() }),
    answer: AlertRule,
  }),
}
