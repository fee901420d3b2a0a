import { z } from 'zod'
import { keysOf } from '../../../format/keys.ts'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Day, IdInBody, IdParams, listOf, Offset, wholeNumber } from '../../../http/fields.ts'
import { PersonName } from '../../ground/users/contract.ts'
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

/** Actions that are recorded as changes: bulk actions on keywords, and other edits. */
export const CHANGE_ACTIONS = [...KEYWORD_ACTIONS, 'add', 'edit', 'upload', 'undo'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** The requested change. Its effects are stored in its parts. */
export type RecordedChange =
  | Action
  | { action: 'add' | 'edit' | 'undo' }
  | { action: 'upload'; file: string; repeated: number; invalid: number }

/** Ticked rows, or everything that a filter matches now. */
const Selection = z.union([
  z.object({ keywordIds: z.array(IdInBody).min(1).max(1000) }),
  z.object({ filter: KeywordFilter }),
])
export type Selection = z.output<typeof Selection>

export const CHANGE_STATES = ['prepared', 'applying', 'applied', 'undoing', 'undone'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** With more keywords than this, a change and its undo run in the background. */
export const CHANGED_AT_ONCE = 20_000

export const BulkChange = z.object({
  change_id: z.number(),
  action: z.enum(CHANGE_ACTIONS),
  /** `applying` and `undoing` while it runs in the background. */
  state: z.enum(CHANGE_STATES),
  /** Progress of the background run, in percent. */
  progress: z.number(),
  /** Number of keywords in the frozen selection, and of those that the action changes or has changed. */
  selected: z.number(),
  changes: z.number(),
  /** Some of the changed keywords. */
  examples: z.array(Keyword),
  created_at: Timestamp,
  /** After an undo: number of keywords restored and left as they were. */
  undo: z.object({ back: z.number(), stays: z.number() }).nullable(),
})
export type BulkChange = z.infer<typeof BulkChange>

/** Days in which a change can be undone. */
export const UNDO_DAYS = 30
/** Days in which a change can be seen. */
export const CHANGES_SEEN_DAYS = 60
/** With more keywords than this, the effect of an undo is counted only on request. */
export const COUNTED_AT_ONCE = 1000

/**
 * Why an undo leaves a keyword as it is: edited since; results were collected for its tracking; an added
 * keyword has results, comments or articles; deleted.
 */
export const STAY_REASONS = ['changed', 'results', 'used', 'gone'] as const
/** Why nothing can be undone: one of these for all keywords, too late, or the change is an undo itself. */
export const LOCK_REASONS = [...STAY_REASONS, 'expired', 'undo'] as const
export type LockReason = (typeof LOCK_REASONS)[number]

export const UndoOutlook = z.object({
  state: z.enum(['open', 'locked', 'running', 'undone']),
  /** Whole days left for an undo; null unless `open`. */
  days_left: z.number().nullable(),
  /**
   * Number of keywords that an undo restores or has restored; null if they are too many to count with the
   * list.
   */
  back: z.number().nullable(),
  /** Number of keywords that it leaves as they are. */
  stays: z.number().nullable(),
  /** The most frequent reason among those. */
  reason: z.enum(LOCK_REASONS).nullable(),
  /** Users who edited them since, or the user who undid the change. */
  by: z.array(z.string()),
  /** When it was undone. */
  at: Timestamp.nullable(),
  /** Progress of a running undo, in percent. */
  progress: z.number(),
})
export type UndoOutlook = z.infer<typeof UndoOutlook>

export const ChangeRow = z.object({
  change_id: z.number(),
  action: z.enum(CHANGE_ACTIONS),
  state: z.enum(CHANGE_STATES),
  progress: z.number(),
  user: PersonName,
  made_at: Timestamp,
  /** Number of keywords selected and changed. */
  selected: z.number(),
  changed: z.number(),
  /** The first ten tags and sites added or removed; `tracked` if the tracking changed. */
  values: z.array(
    z.object({
      kind: z.enum(['tag', 'site', 'tracked', 'keyword']),
      name: z.string(),
      is_added: z.boolean(),
    }),
  ),
  /** One of the keywords, with its words. */
  example: Keyword.nullable(),
  /** For an upload: its file, and the lines that added nothing. */
  upload: z.object({ file: z.string(), repeated: z.number(), invalid: z.number() }).nullable(),
  /** For an undo: the change that it undid, and who made that change. */
  undoes: z
    .object({ change_id: z.number(), action: z.enum(CHANGE_ACTIONS), changed: z.number(), name: z.string() })
    .nullable(),
  undo: UndoOutlook,
})
export type ChangeRow = z.infer<typeof ChangeRow>

export const KeywordSide = z.object({
  tags: z.array(z.string()),
  sites: z.array(z.string()),
  tracked: z.boolean(),
})
/** Some of its keywords before and after the change. Everything else is as it is now. */
export const ChangeExample = Keyword.extend({ before: KeywordSide, after: KeywordSide })

export const ChangeDetails = z.object({ row: ChangeRow, examples: z.array(ChangeExample) })
export type ChangeDetails = z.infer<typeof ChangeDetails>

/** Filter by kind, and the actions that each kind includes. */
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
  /** `everybody` requires permission to see users' activity. */
  whose: z.enum(['mine', 'everybody']).default('mine'),
  kind: listOf(z.enum(CHANGE_KIND_NAMES)),
  start_date: Day.optional(),
  end_date: Day.optional(),
  limit: wholeNumber(1, 100).default(25),
  offset: Offset.default(0),
})
export type ChangeQuery = z.output<typeof ChangeQuery>

export const ChangePage = z.object({
  nodes: z.array(ChangeRow),
  totalCount: z.number(),
  /** Totals regardless of the filters; null if the user may see only their own. */
  mine: z.number(),
  everybody: z.number().nullable(),
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
    reads: true,
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
    summary: `Undo a change, except for later edits, for ${UNDO_DAYS} days; large ones run in the background. Once; 409 if another user has undone it.`,
    params: IdParams,
    answer: BulkChange,
  }),
}
