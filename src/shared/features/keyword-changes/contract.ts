import { z } from 'zod'
import { keysOf } from '../../format/keys.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Day, IdInBody, IdParams, listOf, Offset, wholeNumber } from '../../http/fields.ts'
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

export const Action = z.discriminatedUnion('action', [
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

/** Everything that is written down as a change: actions on many keywords, and what else is done to them. */
export const CHANGE_ACTIONS = [...KEYWORD_ACTIONS, 'add', 'edit', 'upload', 'undo'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** What a change was asked to do. What it did stands in its parts. */
export type RecordedChange =
  | Action
  | { action: 'add' | 'edit' | 'undo' }
  | { action: 'upload'; file: string; repeated: number; invalid: number }

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
  action: z.enum(CHANGE_ACTIONS),
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
  /** Once it is undone: how many keywords were put back, and how many stay as they were. */
  undo: z.object({ back: z.number(), stays: z.number() }).nullable(),
})
export type BulkChange = z.infer<typeof BulkChange>

/** So long a change can be taken back. */
export const UNDO_DAYS = 30
/** So long it can be seen. */
export const CHANGES_SEEN_DAYS = 60
/** With more keywords than this, what an undo would put back is counted only where it is asked for. */
export const COUNTED_AT_ONCE = 1000

/**
 * Why keywords stay as a change has left them: somebody has changed them since; results came in for their tracking;
 * an added one has results, comments or articles; they are not there any more.
 */
export const STAY_REASONS = ['changed', 'results', 'used', 'gone'] as const
/** Why nothing can be put back: for all keywords one of these, too late, or the change is an undo itself. */
export const LOCK_REASONS = [...STAY_REASONS, 'expired', 'undo'] as const
export type LockReason = (typeof LOCK_REASONS)[number]

const UndoOutlook = z.object({
  state: z.enum(['open', 'locked', 'running', 'undone']),
  /** Whole days that are left for it; null unless `open`. */
  days_left: z.number().nullable(),
  /** How many keywords it would put back, or has; null where they are too many to be counted along with the list. */
  back: z.number().nullable(),
  /** How many stay as they are. */
  stays: z.number().nullable(),
  /** Why: of most of those that stay. */
  reason: z.enum(LOCK_REASONS).nullable(),
  /** Who has changed them since, or who has undone it. */
  by: z.array(z.string()),
  /** When it was undone. */
  at: z.string().nullable(),
  /** How far an undo that is going on is, in percent. */
  progress: z.number(),
})
export type UndoOutlook = z.infer<typeof UndoOutlook>

export const ChangeRow = z.object({
  change_id: z.number(),
  action: z.enum(CHANGE_ACTIONS),
  state: z.enum(CHANGE_STATES),
  progress: z.number(),
  user: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  made_at: z.string(),
  /** Keywords that it was about, and those that it made different. */
  selected: z.number(),
  changed: z.number(),
  /** The tags and sites that came or went, the first ten of them; `tracked` where tracking did. */
  values: z.array(
    z.object({
      kind: z.enum(['tag', 'site', 'tracked', 'keyword']),
      name: z.string(),
      is_added: z.boolean(),
    }),
  ),
  /** One of the keywords, by name. */
  example: Keyword.nullable(),
  /** Of an upload: its file, and the lines that added nothing. */
  upload: z.object({ file: z.string(), repeated: z.number(), invalid: z.number() }).nullable(),
  /** Of an undo: what it took back, by whom that was. */
  undoes: z
    .object({ change_id: z.number(), action: z.enum(CHANGE_ACTIONS), changed: z.number(), name: z.string() })
    .nullable(),
  undo: UndoOutlook,
})
export type ChangeRow = z.infer<typeof ChangeRow>

const KeywordSide = z.object({ tags: z.array(z.string()), sites: z.array(z.string()), tracked: z.boolean() })
/** Some of its keywords, without and with the change; what it did not touch is as it is now. */
const ChangeExample = Keyword.extend({ before: KeywordSide, after: KeywordSide })

export const ChangeDetails = z.object({ row: ChangeRow, examples: z.array(ChangeExample) })
export type ChangeDetails = z.infer<typeof ChangeDetails>

/** What a person filters by, and what of it stands behind that. */
export const CHANGE_KINDS = {
  tags: ['addTags', 'removeTags', 'changeTags'],
  sites: ['addSites', 'removeSites'],
  tracking: ['track', 'untrack'],
  added: ['add'],
  edits: ['edit'],
  uploads: ['upload'],
  undos: ['undo'],
} as const satisfies Readonly<Record<string, readonly ChangeAction[]>>
export const CHANGE_KIND_NAMES = keysOf(CHANGE_KINDS)

export const ChangeQuery = z.object({
  /** Everybody's are for those who may see what users do. */
  whose: z.enum(['mine', 'everybody']).default('mine'),
  kind: listOf(z.enum(CHANGE_KIND_NAMES)),
  startDate: Day.optional(),
  endDate: Day.optional(),
  limit: wholeNumber(1, 100).default(25),
  offset: Offset.default(0),
})
export type ChangeQuery = z.output<typeof ChangeQuery>

const ChangePage = z.object({
  meta: z.object({
    total: z.number(),
    /** Of all, whatever the filters say; null where only one's own may be seen. */
    mine: z.number(),
    everybody: z.number().nullable(),
  }),
  data: z.array(ChangeRow),
})
export type ChangePage = z.infer<typeof ChangePage>

export const keywordChangeEndpoints = {
  changeTags: endpoint({
    method: 'POST',
    path: '/api/keywords/tags',
    access: ['CreateArticle'],
    summary: 'Add tags to keywords and remove others.',
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
    summary: 'Freeze the keywords of an action and return what it would change. Changes nothing.',
    body: z.object({ selection: Selection, change: Action }),
    answer: BulkChange,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/keyword-changes',
    access: ['CreateArticle'],
    summary: `Keyword changes of the last ${CHANGES_SEEN_DAYS} days, newest first, with what an undo of each would restore. Everyone's if you may see users' activity.`,
    query: ChangeQuery,
    answer: ChangePage,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/keyword-changes/:id/details',
    access: ['CreateArticle'],
    summary: 'A change with what an undo would restore, and some of its keywords before and after.',
    params: IdParams,
    answer: ChangeDetails,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/keyword-changes/:id',
    access: ['CreateArticle'],
    summary: "Your own change and its progress, or anyone's completed change if you may see users' activity.",
    params: IdParams,
    answer: BulkChange,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/keyword-changes/:id/apply',
    access: ['CreateArticle'],
    summary:
      'Apply a prepared change to exactly those keywords; large ones run in the background. Idempotent.',
    params: IdParams,
    answer: BulkChange,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/keyword-changes/:id/undo',
    access: ['CreateArticle'],
    summary: `Undo a change, except for later edits, for ${UNDO_DAYS} days; large ones run in the background. Idempotent; 409 if another user has undone it.`,
    params: IdParams,
    answer: BulkChange,
  }),
}
