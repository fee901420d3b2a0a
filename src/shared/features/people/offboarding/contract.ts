import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdInBody, IdParams } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { AccessLookup, AccessStep } from '../user-access/contract.ts'

/** State of a run on one system. `inactive`: there was nothing to close. `refused`: it must not be closed. */
const OFFBOARDING_STATES = ['waiting', 'running', 'revoked', 'inactive', 'refused', 'failed'] as const
export type OffboardingState = (typeof OFFBOARDING_STATES)[number]

export const HeldArticle = z.object({
  article_id: z.number(),
  /** Empty for a draft, which only its owner may see. */
  title: z.string(),
  status: z.string(),
  /** When the user began it; missing in older hand-overs. */
  begun_at: Timestamp.optional(),
  site: z.string(),
  /** Address of its task, if any. */
  task_url: z.string().nullable(),
})
export type HeldArticle = z.infer<typeof HeldArticle>

export const HeldView = z.object({ view_id: z.number(), screen: z.string(), name: z.string() })
export const HeldRule = z.object({ rule_id: z.number(), name: z.string() })
const HeldQuery = z.object({ query_id: z.number(), name: z.string() })
const HeldServiceAccount = z.object({ user_id: z.number(), name: z.string() })

/** Open work of a user, and their work that others use. */
export const HeldWork = z.object({
  /** The user's own drafts, and their requested, returned or approved articles. */
  articles: z.array(HeldArticle),
  /** Articles that they are reviewing now. */
  claims: z.array(HeldArticle),
  /** Saved views shared with the team. */
  views: z.array(HeldView),
  rules: z.array(HeldRule),
  queries: z.array(HeldQuery),
  /** Service accounts that they own, so that they get the notices about their tokens. */
  service_accounts: z.array(HeldServiceAccount),
})
export type HeldWork = z.infer<typeof HeldWork>

export const HandedOver = z.object({
  /** The new owner; null if the work stayed. */
  heir: z.string().nullable(),
  articles: z.array(HeldArticle),
  /** Released reviews. */
  claims: z.array(HeldArticle),
  /** Shared work that was handed over, or that stayed if there is no heir; missing in older runs. */
  views: z.array(HeldView).optional(),
  rules: z.array(HeldRule).optional(),
  queries: z.array(HeldQuery).optional(),
  service_accounts: z.array(HeldServiceAccount).optional(),
  /** Sentences about work that could not be handed over. */
  faults: z.array(z.string()),
  /** True if part of it failed. A repeated run tries that again. */
  unfinished: z.boolean().optional(),
})
export type HandedOver = z.infer<typeof HandedOver>

export const PlannedSystem = z.object({
  operation: z.string(),
  operation_name: z.string(),
  avatar: z.string().nullable(),
  /** The system's name for the account; null if there is none. */
  account: z.string().nullable(),
  /** `closes`: open, will be closed. `unknown`: the system could not be queried; closing will be tried. */
  plan: z.enum(['closes', 'nothing', 'refused', 'unknown']),
  /** The account's permissions, or why it will be refused or is unknown. */
  detail: z.string(),
  /** Null if never used, or if the system does not report it. */
  last_used_at: Timestamp.nullable(),
  /** The account was used after another account of this person was closed. */
  used_after_leaving: z.boolean(),
})
export type PlannedSystem = z.infer<typeof PlannedSystem>

export const OffboardingPlan = z.object({
  /** The person's name; null if unknown to Copydesk. */
  name: z.string().nullable(),
  /** Why the run cannot start; null if it can. */
  refusal: z.string().nullable(),
  systems: z.array(PlannedSystem),
  work: HeldWork,
  /** The chosen manager is locked in Copydesk and gets no mail. */
  is_manager_locked: z.boolean(),
})
export type OffboardingPlan = z.infer<typeof OffboardingPlan>

export const RunSummary = z.object({
  run_id: z.number(),
  email: z.string(),
  name: z.string().nullable(),
  by: z.string(),
  began_at: Timestamp,
  /** Null while the run is active. */
  ended_at: Timestamp.nullable(),
  /** Number of systems per state; states without systems are left out. */
  states: z.partialRecord(z.enum(OFFBOARDING_STATES), z.number()),
  /** Number of accounts that the second check found open; null before it. */
  open_again: z.number().nullable(),
})
export type RunSummary = z.infer<typeof RunSummary>

export const RunSystem = z.object({
  operation: z.string(),
  operation_name: z.string(),
  account: z.string().nullable(),
  state: z.enum(OFFBOARDING_STATES),
  detail: z.string(),
  /** Last use of the account before it was closed; null if the system does not report it. */
  last_used_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** Result of the second check; null before it. */
  later: z.object({ state: z.enum(['away', 'open', 'unknown']), detail: z.string() }).nullable(),
})
export type RunSystem = z.infer<typeof RunSystem>

export const OffboardingRun = RunSummary.extend({
  github: z.string().nullable(),
  /** The manager who gets a mail once the run has ended. */
  manager: z.string().nullable(),
  systems: z.array(RunSystem),
  /** What happened to the open work; null until then. */
  handed_over: HandedOver.nullable(),
  /** When every account is checked again, and when that was done. */
  second_look_at: Timestamp.nullable(),
  second_looked_at: Timestamp.nullable(),
  /** Findings and actions, in order. */
  steps: z.array(AccessStep),
})
export type OffboardingRun = z.infer<typeof OffboardingRun>

export const offboardingEndpoints = {
  plan: endpoint({
    method: 'GET',
    path: '/api/users/offboarding-plan',
    access: ['UserAccess'],
    summary:
      'What an offboarding run would do on each system, what would be refused and why, and which open work, team views, alert rules, saved queries and service accounts the person owns.',
    query: AccessLookup,
    answer: OffboardingPlan,
    perMinute: 30,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/users/offboarding-runs',
    access: ['UserAccess'],
    stepUp: true,
    summary:
      'Close all accounts of a person, one system after another, on the server. One run per person at a time.',
    body: AccessLookup.extend({
      /**
       * The heir of the person's open articles and service accounts, and of the team views, alert rules and saved
       * queries that the heir may use. If left out, all of it stays.
       */
      heir_id: IdInBody.optional(),
    }),
    answer: OffboardingRun,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/users/offboarding-runs',
    access: ['UserAccess'],
    summary: 'The last offboarding runs, newest first.',
    answer: z.object({ nodes: z.array(RunSummary), totalCount: z.number() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/users/offboarding-runs/:id',
    access: ['UserAccess'],
    summary: 'Progress and report of an offboarding run.',
    params: IdParams,
    answer: OffboardingRun,
  }),
  repeat: endpoint({
    method: 'POST',
    path: '/api/users/offboarding-runs/:id/repeat',
    access: ['UserAccess'],
    stepUp: true,
    summary:
      'Retry the systems of a finished run that failed, were refused or were found open later, and the open work that couldn’t be handed over.',
    params: IdParams,
    answer: OffboardingRun,
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/users/offboarding-runs/:id/export',
    access: ['UserAccess'],
    callers: 'person',
    summary: 'Prepare the report of an offboarding run as CSV.',
    params: IdParams,
    answer: ExportJob,
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/users/:id/held-work',
    access: ['UserAccess'],
    summary:
      'What a person still owns that others need: open articles, team views, alert rules, saved queries, service accounts.',
    params: IdParams,
    answer: HeldWork,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/users/:id/hand-over',
    access: ['UserAccess'],
    callers: 'person',
    summary:
      'Hand over everything a locked user still owns. Team views, alert rules and saved queries stay if the new owner isn’t allowed to use them. Refused if the new owner would exceed the limit of alert rules.',
    params: IdParams,
    body: z.object({ heir_id: IdInBody }),
    answer: HeldWork,
  }),
}
