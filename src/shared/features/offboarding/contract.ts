import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { IdInBody, IdParams } from '../../http/fields.ts'
import { ExportJob } from '../exports/contract.ts'
import { AccessLookup, AccessStep } from '../user-access/contract.ts'

/** How far a run is on a system. `inactive`: there was nothing to close. `refused`: it must not be closed. */
const OFFBOARDING_STATES = ['waiting', 'running', 'revoked', 'inactive', 'refused', 'failed'] as const
export type OffboardingState = (typeof OFFBOARDING_STATES)[number]

const HeldArticle = z.object({
  article_id: z.number(),
  /** Empty where it is a draft, which is nobody's business but its owner's. */
  title: z.string(),
  status: z.string(),
  /** When it was begun; missing where it was handed over before that was kept. */
  begun_at: z.string().optional(),
  site: z.string(),
  /** Its task, where it has one. */
  task_url: z.string().nullable(),
})
export type HeldArticle = z.infer<typeof HeldArticle>

const HeldView = z.object({ view_id: z.number(), screen: z.string(), name: z.string() })
const HeldRule = z.object({ rule_id: z.number(), name: z.string() })
const HeldQuery = z.object({ query_id: z.number(), name: z.string() })

/** What somebody still has in hand, and what others use of them. */
const HeldWork = z.object({
  /** Drafts, and what is requested, returned or approved: of the person's own. */
  articles: z.array(HeldArticle),
  /** What they are reviewing just now. */
  claims: z.array(HeldArticle),
  /** Saved views that the team uses. */
  views: z.array(HeldView),
  rules: z.array(HeldRule),
  queries: z.array(HeldQuery),
})
export type HeldWork = z.infer<typeof HeldWork>

const HandedOver = z.object({
  /** Who has it now; null where it stayed. */
  heir: z.string().nullable(),
  articles: z.array(HeldArticle),
  /** Reviews that were released. */
  claims: z.array(HeldArticle),
  /** What went along, or stayed too where there is no heir; missing in runs of before that was kept. */
  views: z.array(HeldView).optional(),
  rules: z.array(HeldRule).optional(),
  queries: z.array(HeldQuery).optional(),
  /** What could not be handed over, in words. */
  faults: z.array(z.string()),
  /** True where something of it has failed and is tried again when the run is repeated. */
  unfinished: z.boolean().optional(),
})
export type HandedOver = z.infer<typeof HandedOver>

const PlannedSystem = z.object({
  operation: z.string(),
  operationName: z.string(),
  avatar: z.string().nullable(),
  /** The system's own name for the account; null where it has none. */
  account: z.string().nullable(),
  /** `closes`: it is open and will be closed. `unknown`: it could not be asked, and will be tried. */
  plan: z.enum(['closes', 'nothing', 'refused', 'unknown']),
  /** What the account may do, or why it will be refused or is not known. */
  detail: z.string(),
  /** Null where the system does not say, or it was never used. */
  last_used_at: z.string().nullable(),
  /** It was used after an account of theirs was closed somewhere. */
  used_after_leaving: z.boolean(),
})
export type PlannedSystem = z.infer<typeof PlannedSystem>

const OffboardingPlan = z.object({
  /** What the person is called; null where Copydesk does not know them. */
  name: z.string().nullable(),
  /** Why nothing of it can be started; null where it can. */
  refusal: z.string().nullable(),
  systems: z.array(PlannedSystem),
  work: HeldWork,
  /** The manager who was named is locked in Copydesk, so that no mail goes to them. */
  isManagerLocked: z.boolean(),
})
export type OffboardingPlan = z.infer<typeof OffboardingPlan>

const RunSummary = z.object({
  run_id: z.number(),
  email: z.string(),
  name: z.string().nullable(),
  by: z.string(),
  began_at: z.string(),
  /** Null while it runs. */
  ended_at: z.string().nullable(),
  /** How many systems stand in which state; those with none are left out. */
  states: z.partialRecord(z.enum(OFFBOARDING_STATES), z.number()),
  /** How many were found open by the second look; null before it. */
  openAgain: z.number().nullable(),
})
export type RunSummary = z.infer<typeof RunSummary>

const RunSystem = z.object({
  operation: z.string(),
  operationName: z.string(),
  account: z.string().nullable(),
  state: z.enum(OFFBOARDING_STATES),
  detail: z.string(),
  /** When the account was used last before its turn; null where the system does not say. */
  last_used_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** What the second look has found; null before it. */
  later: z.object({ state: z.enum(['away', 'open', 'unknown']), detail: z.string() }).nullable(),
})
export type RunSystem = z.infer<typeof RunSystem>

export const OffboardingRun = RunSummary.extend({
  github: z.string().nullable(),
  /** Who is told by mail once it has ended. */
  manager: z.string().nullable(),
  systems: z.array(RunSystem),
  /** What became of the open work; null until that is done. */
  handedOver: HandedOver.nullable(),
  /** When every account is looked for once more, and when that was done. */
  second_look_at: z.string().nullable(),
  second_looked_at: z.string().nullable(),
  /** What was found and done, in order. */
  steps: z.array(AccessStep),
})
export type OffboardingRun = z.infer<typeof OffboardingRun>

export const offboardingEndpoints = {
  plan: endpoint({
    method: 'GET',
    path: '/api/users/offboarding-plan',
    access: ['UserAccess'],
    summary:
      'What an offboarding run would do on each system, what would be refused and why, and which open work, team views, alert rules and saved queries the person owns.',
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
      /** Who gets the person's open articles and, as far as they may use them, team views, alert rules and saved queries; left out, all of it stays where it is. */
      heirId: IdInBody.optional(),
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
    summary: 'Prepare the report of an offboarding run as CSV.',
    params: IdParams,
    answer: ExportJob,
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/users/:id/held-work',
    access: ['UserAccess'],
    summary:
      'What a person still owns that others need: open articles, team views, alert rules, saved queries.',
    params: IdParams,
    answer: HeldWork,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/users/:id/hand-over',
    access: ['UserAccess'],
    summary:
      'Hand over everything a locked user still owns. Team views, alert rules and saved queries stay if the new owner isn’t allowed to use them. Refused if the new owner would exceed the limit of alert rules.',
    params: IdParams,
    body: z.object({ heirId: IdInBody }),
    answer: HeldWork,
  }),
}
