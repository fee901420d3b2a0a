import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { IdInBody, IdParams } from '../../http/fields.ts'
import { Keyword, KeywordFilter, TagChoices } from '../keywords/contract.ts'

export const KEYWORD_ACTIONS = [
  'track',
  'untrack',
  'addSites',
  'removeSites',
  'addTags',
  'removeTags',
  'changeTags',
] as const
export type KeywordAction = (typeof KEYWORD_ACTIONS)[number]

const Action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('track') }),
  z.object({ action: z.literal('untrack') }),
  z.object({ action: z.literal('addSites'), sites: z.array(IdInBody).min(1).max(100) }),
  z.object({ action: z.literal('removeSites'), sites: z.array(IdInBody).min(1).max(100) }),
  z.object({ action: z.literal('addTags'), tags: TagChoices.min(1) }),
  z.object({ action: z.literal('removeTags'), tags: TagChoices.min(1) }),
  z.object({
    action: z.literal('changeTags'),
    tagsToAdd: TagChoices.default([]),
    tagsToRemove: TagChoices.default([]),
  }),
])
export type Action = z.output<typeof Action>

/** Ticked rows, or everything that a filter finds at this moment. */
const Selection = z.union([
  z.object({ keywordIds: z.array(IdInBody).min(1).max(1000) }),
  z.object({ filter: KeywordFilter }),
])
export type Selection = z.output<typeof Selection>

export const CHANGE_STATES = ['prepared', 'applying', 'applied', 'undoing', 'undone'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** With more keywords than this, a change is made, and taken back, in the background. */
export const CHANGED_AT_ONCE = 20_000

export const BulkChange = z.object({
  change_id: z.number(),
  action: z.enum(KEYWORD_ACTIONS),
  /** `applying` and `undoing` while it goes on in the background. */
  state: z.enum(CHANGE_STATES),
  /** How much of what is going on is done, in percent. */
  progress: z.number(),
  /** Keywords in the frozen selection, and those of them that the action makes different, or has made. */
  selected: z.number(),
  changes: z.number(),
  /** Some of those that become different. */
  examples: z.array(Keyword),
  created_at: z.string(),
})
export type BulkChange = z.infer<typeof BulkChange>

export const keywordChangeEndpoints = {
  changeTags: endpoint({
    method: 'POST',
    path: '/api/keywords/tags',
    access: ['CreateArticle'],
    summary: 'Add tags to keywords and take others away.',
    body: z.object({
      tagsToAdd: TagChoices.default([]),
      tagsToRemove: TagChoices.default([]),
      keywordIds: z.array(IdInBody).min(1).max(1000),
    }),
    /** `change_id` undoes it. */
    answer: z.object({ changed: z.number(), change_id: z.number() }),
  }),
  prepare: endpoint({
    method: 'POST',
    path: '/api/keyword-changes',
    access: ['CreateArticle'],
    summary: 'Freeze which keywords an action is about and say what it would change. Changes nothing.',
    body: z.object({ selection: Selection, change: Action }),
    answer: BulkChange,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/keyword-changes/:id',
    access: ['CreateArticle'],
    summary: "One's own change, and how far it is.",
    params: IdParams,
    answer: BulkChange,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/keyword-changes/:id/apply',
    access: ['CreateArticle'],
    summary:
      'Do what was prepared, to exactly those keywords; many of them in the background. Twice is once.',
    params: IdParams,
    answer: BulkChange,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/keyword-changes/:id/undo',
    access: ['CreateArticle'],
    summary: 'Take back what an applied change made different, and nothing else; many in the background.',
    params: IdParams,
    answer: BulkChange,
  }),
}
