import { isPermitted, type Permission } from '../../access/permissions.ts'
import { productInText } from '../../format/amazon-address.ts'
import { withoutInvisible } from '../../format/invisible.ts'

export const ARTICLE_STATUSES = [
  'draft',
  'requested',
  'approved',
  'rejected',
  'returned',
  'canceled',
  'published',
] as const
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

export const VALIDATION_COMMANDS = ['approve', 'reject', 'return'] as const
export type ValidationCommand = (typeof VALIDATION_COMMANDS)[number]

export type ArticleAction = ValidationCommand | 'edit' | 'submit' | 'resubmit' | 'cancel' | 'delete'

export const ASIN_LENGTH = 10
export const AWARD_MAXIMUM = 30
export const PRODUCT_NAME_MAXIMUM = 255
export const SUMMARY_MAXIMUM = 200
export const TITLE_MAXIMUM = 200
export const REASON_MAXIMUM = 2000
/** Of intro and notes. */
export const TEXT_MAXIMUM = 20_000
export const QUESTION_MAXIMUM = 500
export const KEYWORDS_MAXIMUM = 50

interface Transition {
  from: ArticleStatus
  to: ArticleStatus
  by: 'owner' | 'validator'
  /** The action ends in a row of Rejection Notes and cannot do without a reason. */
  needsReason: boolean
}

/** The whole life of an article as far as people move it. Task board and publishing site move it to `published`. */
export const TRANSITIONS: Readonly<Record<Exclude<ArticleAction, 'edit' | 'delete'>, Transition>> = {
  submit: { from: 'draft', to: 'requested', by: 'owner', needsReason: false },
  approve: { from: 'requested', to: 'approved', by: 'validator', needsReason: false },
  return: { from: 'requested', to: 'returned', by: 'validator', needsReason: true },
  reject: { from: 'requested', to: 'rejected', by: 'validator', needsReason: true },
  resubmit: { from: 'returned', to: 'requested', by: 'owner', needsReason: false },
  cancel: { from: 'returned', to: 'canceled', by: 'owner', needsReason: false },
}

/** Events that leave an article with whoever it waits for. */
const STANDING_EVENTS: readonly string[] = [
  'task-added',
  'saved',
  'handed-over',
  'keyword-linked',
  'keyword-unlinked',
]

/** For whom an article waits, and since which turn; null where nobody has to do anything. */
export function waitOf(article: {
  status: string
  events: readonly { action: string; created_at: string }[]
}): { by: Transition['by']; since: string } | null {
  const since = article.events.findLast(({ action }) => !STANDING_EVENTS.includes(action))?.created_at
  if (since === undefined) return null
  if (article.status === 'requested') return { by: 'validator', since }
  return article.status === 'returned' ? { by: 'owner', since } : null
}

/** Who answered a return: whoever sent the article back then, who may have handed it over since. */
export function answererOf<User>(
  article: {
    user: User
    events: readonly { action: string; user: User | null; created_at: string }[]
  },
  answer: { answered_at: string | null },
): User {
  const sent = article.events.find(
    ({ action, created_at: moment }) => action === 'resubmitted' && moment === answer.answered_at,
  )
  return sent?.user ?? article.user
}

/** What the connected systems may do with an article, and nobody else: its post is live. */
export const PUBLISHING = { from: 'approved', to: 'published' } as const satisfies Omit<
  Transition,
  'by' | 'needsReason'
>

/** The section of a task board in which an article's task stands. Drafts have no task. */
export const TASK_SECTIONS: Readonly<Record<Exclude<ArticleStatus, 'draft'>, string>> = {
  requested: 'Requested',
  returned: 'Returned',
  approved: 'Approved',
  published: 'Published',
  rejected: 'Rejected',
  canceled: 'Canceled',
}

/** Statuses after which nothing is left to do on a task. */
export const CLOSED_STATUSES: readonly ArticleStatus[] = ['published', 'rejected', 'canceled']

/** The status that a task's place on its board stands for; a section of another name says only that work goes on. */
export function statusOfTask(task: { section: string | null; isCompleted: boolean }): ArticleStatus {
  const name = task.section?.trim().toLowerCase()
  const found = (Object.keys(TASK_SECTIONS) as (keyof typeof TASK_SECTIONS)[]).find(
    (status) => TASK_SECTIONS[status].toLowerCase() === name,
  )
  if (found !== undefined && CLOSED_STATUSES.includes(found)) return found
  return task.isCompleted ? 'published' : (found ?? 'requested')
}

/** Statuses that wait for somebody. */
export const PENDING_STATUSES: readonly ArticleStatus[] = ['draft', 'requested', 'returned']

export interface PermittedPerson {
  id: number
  permissions: readonly Permission[]
}

export interface OwnedArticle {
  status: string
  userId: number
}

const owns = (person: PermittedPerson, article: OwnedArticle) => article.userId === person.id
const validates = (person: PermittedPerson) => isPermitted(person.permissions, ['ValidateArticles'])

/** A draft is nobody's business but its owner's. */
export function maySee(person: PermittedPerson, article: OwnedArticle): boolean {
  return article.status !== 'draft' || owns(person, article)
}

/**
 * Owners edit what is a draft or was returned to them. Validators edit what was requested, so that a reviewer
 * never chases a moving text.
 */
export function mayEdit(person: PermittedPerson, article: OwnedArticle): boolean {
  if (article.status === 'requested') return validates(person)
  return owns(person, article) && (article.status === 'draft' || article.status === 'returned')
}

export function mayDelete(person: PermittedPerson, article: OwnedArticle): boolean {
  return owns(person, article) && article.status === 'draft'
}

/**
 * Which keywords an article is found under stands beside its text: its owner and every validator take one off, wherever
 * the article is in its life. Whoever requests articles may give it one more, by its task.
 */
export function mayUnlinkKeywords(person: PermittedPerson, article: OwnedArticle): boolean {
  return maySee(person, article) && (owns(person, article) || validates(person))
}

export const NOT_YOUR_KEYWORDS = 'Only the requester and validators can remove a keyword from an article.'
export const LAST_KEYWORD = 'An article needs at least one keyword.'

/** Whose sync with task and post it may be: their owner's, and everybody's who manages articles. */
export function maySync(person: PermittedPerson, article: OwnedArticle): boolean {
  return (
    maySee(person, article) && (owns(person, article) || isPermitted(person.permissions, ['ManageArticles']))
  )
}

/** What a sync may change of an article, as its fields are called on the wire. */
export const SYNCED_FIELDS = ['status', 'asana_section', 'asana_url', 'post'] as const
export type SyncedField = (typeof SYNCED_FIELDS)[number]

/** May this person take this action on this article as it stands? */
export function mayDo(person: PermittedPerson, action: ArticleAction, article: OwnedArticle): boolean {
  if (action === 'edit') return mayEdit(person, article)
  if (action === 'delete') return mayDelete(person, article)
  const transition = TRANSITIONS[action]
  const allowed = transition.by === 'owner' ? owns(person, article) : validates(person)
  return allowed && article.status === transition.from
}

const ACTIONS: readonly ArticleAction[] = [
  'approve',
  'return',
  'reject',
  'edit',
  'submit',
  'resubmit',
  'cancel',
  'delete',
]

/** Everything this person may do with this article now, in the order in which it is offered. */
export function actionsFor(person: PermittedPerson, article: OwnedArticle): readonly ArticleAction[] {
  return ACTIONS.filter((action) => mayDo(person, action, article))
}

/** The title that an article has until somebody writes one. People who look for the best say so only once. */
export function defaultTitle(keyword: string): string {
  const subject = keyword.replace(/^(the\s+)?best\s+/i, '')
  return subject === '' ? '' : `The best ${subject}`.slice(0, TITLE_MAXIMUM)
}

/** A status as people read it: first letter capitalised, whatever the status is. */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

export function isKnownStatus(status: string): status is ArticleStatus {
  return (ARTICLE_STATUSES as readonly string[]).includes(status)
}

/** The ASIN that a text names by the address of its product's page, or else the text itself in capitals. */
export function asinFrom(typed: string): string {
  return productInText(typed) ?? withoutInvisible(typed).toUpperCase()
}

/** Positions of the rows whose ASIN stands earlier in the list already, compared without regard to case. */
export function repeatedAsins(asins: readonly string[]): number[] {
  const seen = new Set<string>()
  return asins.flatMap((asin, index) => {
    const identity = asin.trim().toUpperCase()
    if (identity === '') return []
    if (seen.has(identity)) return [index]
    seen.add(identity)
    return []
  })
}

/** Everything that a save of an article can change; what a version keeps. */
export interface ArticleContent {
  title: string
  siteId: number
  imageUrl: string | null
  intro: string | null
  notes: string | null
  keywords: { keyword_id: number; keyword: string }[]
  products: { asin: string; name: string; award: string; summary: string }[]
  faqs: string[]
}

/** What a post of an article can be: `withdrawn` was live and is a draft again, `gone` is deleted for good. */
export const POST_STATES = ['draft', 'live', 'withdrawn', 'trashed', 'gone'] as const
export type PostState = (typeof POST_STATES)[number]

/** Readers have seen it, and do not any more. */
export const isPostLost = (state: PostState): boolean =>
  state === 'withdrawn' || state === 'trashed' || state === 'gone'

/** What can be done about a post that readers see no more: the same again, or a new draft of it. */
export const POST_REMEDIES = ['publish', 'renew'] as const
export type PostRemedy = (typeof POST_REMEDIES)[number]

/**
 * What this person may do about an article's post as it stands. Only validators put something before readers; a draft
 * of what they have approved may be made by everybody who may sync.
 */
export function remediesFor(
  person: PermittedPerson,
  article: OwnedArticle & { postState: PostState | null },
): readonly PostRemedy[] {
  const { status, postState: state } = article
  if (state === null || !isPostLost(state) || (status !== 'published' && status !== 'approved')) return []
  const isThere = state !== 'gone'
  return [
    ...(isThere && status === 'published' && validates(person) ? (['publish'] as const) : []),
    ...(state !== 'withdrawn' && maySync(person, article) ? (['renew'] as const) : []),
  ]
}

/**
 * Whether an approved article, which was to take the place of a post's text, waits for a post that is not there any more
 * or may not be changed: its copy is given up until somebody does something.
 */
export const isRefusedRenewal = (article: {
  status: string
  renewal: RenewalState | null
  mirrors: readonly { target: string; state: string }[]
}): boolean =>
  article.status === 'approved' &&
  article.renewal === 'open' &&
  article.mirrors.some(({ target, state }) => target === 'post' && state === 'failed')

/** Of what a post says, that which an article says too. */
export interface WrittenPost {
  title: string
  intro: string
  products: { asin: string; name: string; award: string; summary: string }[]
  questions: string[]
  /** Left out of what was written before fields were compared; one that its site does not keep is left out of it. */
  fields?: WrittenFields
}

/** What an article writes into a post beside its text. An empty field says nothing. */
export const POST_FIELDS = ['excerpt', 'picture', 'author', 'keyword'] as const
export type WrittenFields = Partial<Record<(typeof POST_FIELDS)[number], string>>

/** An article takes the place of a post's text that was not written here: once it is approved, by now, or not any more. */
export const RENEWAL_STATES = ['open', 'written', 'undone'] as const
export type RenewalState = (typeof RENEWAL_STATES)[number]
