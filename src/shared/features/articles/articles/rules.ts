import { isPermitted, type Permission } from '../../../access/permissions.ts'
import { productInText } from '../../../format/amazon-address.ts'
import { withoutInvisible } from '../../../format/invisible.ts'

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
/** Longest intro or notes. */
export const TEXT_MAXIMUM = 20_000
export const QUESTION_MAXIMUM = 500
export const KEYWORDS_MAXIMUM = 50

interface Transition {
  from: ArticleStatus
  to: ArticleStatus
  by: 'owner' | 'validator'
  /** The action requires a reason, which is kept in Rejection Notes. */
  needsReason: boolean
}

/** Transitions that users make. The task board and the publishing site set `published`. */
export const TRANSITIONS: Readonly<Record<Exclude<ArticleAction, 'edit' | 'delete'>, Transition>> = {
  submit: { from: 'draft', to: 'requested', by: 'owner', needsReason: false },
  approve: { from: 'requested', to: 'approved', by: 'validator', needsReason: false },
  return: { from: 'requested', to: 'returned', by: 'validator', needsReason: true },
  reject: { from: 'requested', to: 'rejected', by: 'validator', needsReason: true },
  resubmit: { from: 'returned', to: 'requested', by: 'owner', needsReason: false },
  cancel: { from: 'returned', to: 'canceled', by: 'owner', needsReason: false },
}

/** Events after which the article still waits for the same user. */
export const STANDING_EVENTS: readonly string[] = [
  'task-added',
  'saved',
  'handed-over',
  'keyword-linked',
  'keyword-unlinked',
]

/** The user that an article waits for, and since when; null if nobody needs to act. */
export function waitOf(article: {
  status: string
  events: readonly { action: string; created_at: string }[]
}): { by: Transition['by']; since: string } | null {
  const since = article.events.findLast(({ action }) => !STANDING_EVENTS.includes(action))?.created_at
  if (since === undefined) return null
  if (article.status === 'requested') return { by: 'validator', since }
  return article.status === 'returned' ? { by: 'owner', since } : null
}

/** The user who answers a return: the one who sent the article back, unless they handed it over since. */
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

/** The transition that only connected systems may make: the article's post is live. */
export const PUBLISHING = { from: 'approved', to: 'published' } as const satisfies Omit<
  Transition,
  'by' | 'needsReason'
>

/** Task board section per status. Drafts have no task. */
export const TASK_SECTIONS: Readonly<Record<Exclude<ArticleStatus, 'draft'>, string>> = {
  requested: 'Requested',
  returned: 'Returned',
  approved: 'Approved',
  published: 'Published',
  rejected: 'Rejected',
  canceled: 'Canceled',
}

/** Statuses that leave nothing to do on a task. */
export const CLOSED_STATUSES: readonly ArticleStatus[] = ['published', 'rejected', 'canceled']

/**
 * The status that a task's section stands for. A section with another name only means that work is in
 * progress.
 */
export function statusOfTask(task: { section: string | null; isCompleted: boolean }): ArticleStatus {
  const name = task.section?.trim().toLowerCase()
  const found = (Object.keys(TASK_SECTIONS) as (keyof typeof TASK_SECTIONS)[]).find(
    (status) => TASK_SECTIONS[status].toLowerCase() === name,
  )
  if (found !== undefined && CLOSED_STATUSES.includes(found)) return found
  return task.isCompleted ? 'published' : (found ?? 'requested')
}

/** Statuses in which a user must act. */
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

/** Only its owner may see a draft. */
export function maySee(person: PermittedPerson, article: OwnedArticle): boolean {
  return article.status !== 'draft' || owns(person, article)
}

/**
 * On top of `mayDo`: approving one's own article needs both the server's setting and the flag; others' articles need
 * neither.
 */
export const isAllowedApprover = (
  userId: number | undefined,
  ownerId: number,
  { isSet, isFlagged }: { isSet: boolean; isFlagged: boolean },
): boolean => ownerId !== userId || (isSet && isFlagged)

/**
 * Owners edit their drafts and the articles returned to them. Validators edit requested articles, so that a
 * reviewer never chases a moving text.
 */
export function mayEdit(person: PermittedPerson, article: OwnedArticle): boolean {
  if (article.status === 'requested') return validates(person)
  return owns(person, article) && (article.status === 'draft' || article.status === 'returned')
}

export function mayDelete(person: PermittedPerson, article: OwnedArticle): boolean {
  return owns(person, article) && article.status === 'draft'
}

/**
 * An article's keywords are separate from its text. Its owner and every validator may remove one in any
 * status. Users who request articles may add one through its task.
 */
export function mayUnlinkKeywords(person: PermittedPerson, article: OwnedArticle): boolean {
  return maySee(person, article) && (owns(person, article) || validates(person))
}

export const NOT_YOUR_KEYWORDS = 'Only the requester and validators can remove a keyword from an article.'
export const LAST_KEYWORD = 'An article needs at least one keyword.'

/** Who may sync an article with its task and post: its owner, and users who manage articles. */
export function maySync(person: PermittedPerson, article: OwnedArticle): boolean {
  return (
    maySee(person, article) && (owns(person, article) || isPermitted(person.permissions, ['ManageArticles']))
  )
}

/** Fields that a sync may change, by their API names. */
export const SYNCED_FIELDS = ['status', 'asana_section', 'asana_url', 'post'] as const
export type SyncedField = (typeof SYNCED_FIELDS)[number]

/** Whether this user may take this action on the article in some status. */
export function mayEverDo(person: PermittedPerson, action: ArticleAction, article: OwnedArticle): boolean {
  if (action === 'edit') return owns(person, article) || validates(person)
  const by = action === 'delete' ? 'owner' : TRANSITIONS[action].by
  return by === 'owner' ? owns(person, article) : validates(person)
}

/** Whether this user may take this action on the article in its current status. */
export function mayDo(person: PermittedPerson, action: ArticleAction, article: OwnedArticle): boolean {
  if (action === 'edit') return mayEdit(person, article)
  if (action === 'delete') return mayDelete(person, article)
  return mayEverDo(person, action, article) && article.status === TRANSITIONS[action].from
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

/** All actions that this user may take now, in display order. */
export function actionsFor(person: PermittedPerson, article: OwnedArticle): readonly ArticleAction[] {
  return ACTIONS.filter((action) => mayDo(person, action, article))
}

/** Default title until a writer sets one. "Best" is not repeated if the keyword begins with it. */
export function defaultTitle(keyword: string): string {
  const subject = keyword.replace(/^(the\s+)?best\s+/i, '')
  return subject === '' ? '' : `The best ${subject}`.slice(0, TITLE_MAXIMUM)
}

/** Display name of a status: its first letter is capitalised, even for unknown statuses. */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

export function isKnownStatus(status: string): status is ArticleStatus {
  return (ARTICLE_STATUSES as readonly string[]).includes(status)
}

/** The ASIN in a product page's address, otherwise the text itself in capitals. */
export function asinFrom(typed: string): string {
  return productInText(typed) ?? withoutInvisible(typed).toUpperCase()
}

/** Positions of rows whose ASIN already occurs earlier in the list, ignoring case. */
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

/** Everything that saving an article can change, and that a version keeps. */
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

/** States of an article's post. `withdrawn`: was live and is a draft again. `gone`: permanently deleted. */
export const POST_STATES = ['draft', 'live', 'withdrawn', 'trashed', 'gone'] as const
export type PostState = (typeof POST_STATES)[number]

/** Readers have seen the post and no longer do. */
export const isPostLost = (state: PostState): boolean =>
  state === 'withdrawn' || state === 'trashed' || state === 'gone'

/** Ways to restore a post that readers no longer see: publish it again, or create a new draft. */
export const POST_REMEDIES = ['publish', 'renew'] as const
export type PostRemedy = (typeof POST_REMEDIES)[number]

/**
 * What this user may do about an article's post in its current state. Only validators publish. A draft of an
 * approved article may be created by anyone who may sync.
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
 * Whether an approved article that was to replace a post's text is blocked: the post was deleted or may not
 * be changed. Copying stops until a user acts.
 */
export const isRefusedRenewal = (article: {
  status: string
  renewal: RenewalState | null
  mirrors: readonly { target: string; state: string }[]
}): boolean =>
  article.status === 'approved' &&
  article.renewal === 'open' &&
  article.mirrors.some(({ target, state }) => target === 'post' && state === 'failed')

/** The part of a post that comes from its article. */
export interface WrittenPost {
  title: string
  intro: string
  products: { asin: string; name: string; award: string; summary: string }[]
  questions: string[]
  /** Missing in posts from before fields were compared. Leaves out fields that the site does not keep. */
  fields?: WrittenFields
}

/** Fields that an article writes into a post besides its text. An empty field means none. */
export const POST_FIELDS = ['excerpt', 'picture', 'author', 'keyword'] as const
export type WrittenFields = Partial<Record<(typeof POST_FIELDS)[number], string>>

/** States of replacing the text of a post that was not written here: before approval, done, undone. */
export const RENEWAL_STATES = ['open', 'written', 'undone'] as const
export type RenewalState = (typeof RENEWAL_STATES)[number]
