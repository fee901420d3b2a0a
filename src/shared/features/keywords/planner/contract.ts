import { z } from 'zod'
import { DateOnly } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { Id, IdInBody, IdParams, listOf, requiredText, text } from '../../../http/fields.ts'
import { PersonName } from '../../ground/users/contract.ts'
import { KEYWORD_MAXIMUM } from '../keywords/contract.ts'
import { tidyKeyword } from '../keywords/rules.ts'
import { CountryField } from '../opportunities/contract.ts'
import { MAY_PLAN, MAY_SEE_PLAN, MOST_PLANS, PLAN_NOTE_MAXIMUM, PLANNED_AT_ONCE } from './rules.ts'

/** A month, `yyyy-MM`. */
const Month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-03')
const Note = text(PLAN_NOTE_MAXIMUM)
const KEYWORD_MISSING = 'Enter a keyword'
const isSeen = (keyword: string) => tidyKeyword(keyword) !== ''

/** A search that a site wants an article about. */
export const PlanEntry = z.object({
  plan_id: z.number(),
  country: CountryField,
  keyword: z.string(),
  /** The keyword's id; null if it is not in our list yet. */
  keyword_id: z.number().nullable(),
  site_id: z.number(),
  site_code: z.string(),
  site_name: z.string(),
  /** `yyyy-MM`. */
  month: z.string(),
  /** By when it had to be requested as it was planned, and for which peak, `yyyy-MM-dd`; null without a season. */
  publish_by: DateOnly.nullable(),
  peak: DateOnly.nullable(),
  /** The market's current data; null if unknown. */
  score: z.number().nullable(),
  volume: z.number().nullable(),
  /** The products that share the search, as the market knows them. */
  asins: z.array(z.string()),
  by: PersonName,
  note: z.string(),
  version: z.number(),
  /** The newest article of the site about it that is neither rejected nor canceled; of drafts, your own. */
  article: z.object({ article_id: z.number(), title: z.string(), status: z.string() }).nullable(),
  /** The row of the Content Tracker that it has become. */
  tracked: z.object({ site_code: z.string(), post_id: z.string() }).nullable(),
})
export type PlanEntry = z.infer<typeof PlanEntry>

const PlanQuery = z.object({ site: Id.optional(), by: listOf(Id), country: CountryField.optional() })
export type PlanQuery = z.output<typeof PlanQuery>

/** `month` left out, the publish-by date proposes it. */
export const PlanBody = z.object({
  country: CountryField,
  keywords: z
    .array(requiredText(KEYWORD_MAXIMUM, KEYWORD_MISSING).refine(isSeen, KEYWORD_MISSING))
    .min(1, KEYWORD_MISSING)
    .max(PLANNED_AT_ONCE),
  site_id: IdInBody,
  month: Month.optional(),
  note: Note.default(''),
})
export type PlanBody = z.output<typeof PlanBody>

/** `version` is the one that the change began from; left out, the last one wins. */
export const PlanChange = z.object({
  month: Month.optional(),
  note: Note.optional(),
  version: z.number().int().min(0).optional(),
})
export type PlanChange = z.output<typeof PlanChange>

export const plannerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/plans',
    access: MAY_SEE_PLAN,
    summary: `Keywords planned for the next twelve months, and earlier ones not yet published; at most ${MOST_PLANS}, earliest first.`,
    query: PlanQuery,
    answer: z.object({ nodes: z.array(PlanEntry), totalCount: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/plans',
    access: MAY_PLAN,
    summary: 'Plan keywords of a market for a site. Already planned ones stay as they are.',
    idempotent: true,
    body: PlanBody,
    answer: z.object({ planned: z.array(PlanEntry), already: z.array(PlanEntry) }),
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/plans/:id',
    access: MAY_PLAN,
    summary:
      'Move a planned keyword to another month, or edit its note. 409 if it has changed since `version`.',
    params: IdParams,
    body: PlanChange,
    answer: PlanEntry,
    refusals: { 409: oldVersionOf(PlanEntry) },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/plans/:id',
    access: MAY_PLAN,
    summary: 'Take a keyword off the plan.',
    params: IdParams,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/plans/:id/restore',
    access: MAY_PLAN,
    summary: 'Restore a planned keyword. 409 if its site has planned it again since.',
    params: IdParams,
    answer: PlanEntry,
  }),
}
