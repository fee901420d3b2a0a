import { z } from 'zod'
import { ROLE_IDS } from '../../access/roles.ts'
import { endpoint } from '../../http/endpoint.ts'
import { oldVersionOf } from '../../http/errors.ts'
import { Day, Id, IdInBody, IdParams, nameText, PageField, wholeNumber } from '../../http/fields.ts'
import { UserName } from '../users/contract.ts'
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
    /** Left out or null, all sites. */
    site_id: IdInBody.nullable().default(null),
    cool_down_days: oneOf(COOL_DOWNS, 'pauses').default(COOL_DOWN),
    is_on: z.boolean().default(true),
    /** Everybody of these roles is told; and these people, to whom those who follow it belong. */
    roles: z.array(z.enum(ROLE_IDS)).max(ROLE_IDS.length).default([]),
    people: z.array(IdInBody).max(MOST_PEOPLE),
  })
  .refine(hasThreshold, NO_THRESHOLD)
export type RuleBody = z.output<typeof RuleBody>

/** `version` is the one that the change began from; left out, the last save wins. */
const RuleChange = RuleBody.safeExtend({ version: z.number().int().min(0).optional() })
export type RuleChange = z.output<typeof RuleChange>

const AlertRule = z.object({
  rule_id: z.number(),
  version: z.number(),
  name: z.string(),
  kind: z.enum(ALERT_KINDS),
  against: z.enum(AGAINST),
  threshold: z.number(),
  least: z.number(),
  site_id: z.number().nullable(),
  /** Its site's name; null where it is about all. */
  site: z.string().nullable(),
  cool_down_days: z.number(),
  is_on: z.boolean(),
  roles: z.array(z.enum(ROLE_IDS)),
  people: z.array(z.number()),
  /** Those of its people who are told nothing any more: they are locked, or may not see these things. */
  people_gone: z.array(UserName),
  owner: UserName,
  /** A rule whose owner is locked, or may not see these things any more, tells nobody. */
  is_owner_gone: z.boolean(),
  /** You are told, as one of its people. */
  is_followed: z.boolean(),
  /** How many people it tells by now. */
  listeners: z.number(),
  /** How many subjects it named in the last night. */
  named_now: z.number(),
  /** How often it would have spoken in the past 90 days. */
  told_90: z.number(),
  /** How many of those days are known. */
  told_days: z.number(),
  answers: z.object({ right: z.number(), noise: z.number() }),
  changed_at: z.string(),
})
export type AlertRule = z.infer<typeof AlertRule>

const AlertSubject = z.object({
  subject_id: z.number(),
  title: z.string(),
  /** A site's code and the post's number: `hs/40001`; null for what is no post. */
  post: z.string().nullable(),
  value: z.number(),
  /** US dollars, or percents where a share is meant. */
  was: z.number(),
  is: z.number(),
  /** What you have answered. */
  answer: z.enum(['right', 'noise']).nullable(),
})
export type AlertSubject = z.infer<typeof AlertSubject>

const AlertWeek = z.object({
  /** A Monday, `yyyy-MM-dd`. */
  week: z.string(),
  /** Null where nothing is known of the week. */
  alerts: z.number().nullable(),
  /** The same at the next looser setting. */
  looser: z.number().nullable(),
})
export type AlertWeek = z.infer<typeof AlertWeek>

const BackTest = z.object({
  weeks: z.array(AlertWeek),
  known_weeks: z.number(),
  /** It would speak so often that nobody looks back at it: choose a stricter setting. */
  is_too_much: z.boolean(),
  /** In the past 90 days, and how many of them are known. */
  told: z.number(),
  known_days: z.number(),
  looser: z.object({ threshold: z.number(), told: z.number() }).nullable(),
  /** What it would name today: how many, and the first of them. */
  named: z.number(),
  subjects: z.array(AlertSubject),
  /** When all of it was counted last; null before that. */
  counted_at: z.string().nullable(),
})
export type BackTest = z.infer<typeof BackTest>

/** So many firings stand on a page. */
export const FIRINGS_PAGE = 50

const Firing = z.object({
  /** When it was told, or would have been; of what is so today, since when it is. */
  day: z.string(),
  subject_id: z.number(),
  /** Null where it is there no more. */
  title: z.string().nullable(),
  post: z.string().nullable(),
  /** As it was on that day; null where that is not known any more. */
  finding: z.object({ was: z.number(), is: z.number() }).nullable(),
  answer: z.enum(['right', 'noise']).nullable(),
})
export type Firing = z.infer<typeof Firing>

/** What a rule speaks of, the newest first. */
const FiringsPage = z.object({ total: z.number(), firings: z.array(Firing) })
export type FiringsPage = z.infer<typeof FiringsPage>

const AlertChoices = z.object({
  people: z.array(UserName.extend({ role_id: z.enum(ROLE_IDS) })),
})

const choice = (choices: readonly number[], words: string) =>
  wholeNumber(1, MOST_THRESHOLD * 2).refine((value) => choices.includes(value), `Choose one of the ${words}`)

const Asked = z.object({
  kind: z.enum(ALERT_KINDS),
  against: z.enum(AGAINST).default('before'),
  threshold: wholeNumber(1, MOST_THRESHOLD),
  least: choice(LEASTS, 'offered sums').default(LEAST),
  site_id: Id.optional(),
  cool_down_days: choice(COOL_DOWNS, 'offered pauses').default(COOL_DOWN),
  /** A rule whose answers are shown beside what it names. */
  rule_id: Id.optional(),
})
const TestQuery = Asked.refine(hasThreshold, NO_THRESHOLD)
export type TestQuery = z.output<typeof TestQuery>

const FiringsQuery = Asked.extend({
  /** What is so today, or each time that it would have spoken in the past 90 days. */
  of: z.enum(['now', 'would']).default('now'),
  /** A Monday: only what it would have said in that week of the past year. */
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
  tellings: endpoint({
    method: 'GET',
    path: '/api/alert-rules/:id/tellings',
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
