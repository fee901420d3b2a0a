import { keysOf } from '../../../format/keys.ts'

/** What an entry of the trail can be about: a name for machines, and one for people. */
export const AUDIT_NOUN_LABELS = {
  user: 'User',
  article: 'Article',
  keyword: 'Keyword',
  plan: 'Planned keyword',
  comment: 'Comment',
  view: 'Saved view',
  report: 'Report',
  post: 'Post',
  task: 'Task',
  picture: 'Picture',
  file: 'File',
  words: 'Excluded words',
  site: 'Site',
  webhook: 'Webhook',
  hook: 'Event hook',
  scan: 'Scan',
  access: 'Access',
  hits: 'Share of voice',
  product: 'Product',
  stock: 'Stock',
  vendors: 'Vendors',
  warehouse: 'Warehouse',
  job: 'Job',
  query: 'Database query',
  flag: 'Feature flag',
  game: 'Game solutions',
  sheet: 'Sheet',
  commission: 'Commission category',
  alert: 'Alert rule',
  workspace: 'Workspace',
} as const
export type AuditNoun = keyof typeof AUDIT_NOUN_LABELS
/** Who acts: a user, a program with an API token, work that a user started, somebody not signed in, or a system. */
export const ACTOR_KINDS = ['person', 'token', 'run', 'visitor', 'job', 'webhook', 'operator'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const AUDIT_NOUNS = keysOf(AUDIT_NOUN_LABELS)

interface ActDeclaration {
  /** Text after a user's name. */
  label: string
  on: AuditNoun
  /** Already part of an article's history or versions. */
  isEvent?: true
}

const act = (on: AuditNoun, label: string): ActDeclaration => ({ on, label })
const event = (label: string): ActDeclaration => ({ on: 'article', label, isEvent: true })

/** Everything that is written into the trail: a name for machines, and words for people. */
export const ACTS = {
  'session.begun': act('user', 'signed in'),
  'session.half-begun': act('user', 'entered the password and was asked for a second factor'),
  'session.failed': act('user', 'failed to sign in'),
  'session.refused': act('user', 'was blocked after too many attempts'),
  'session.guessed': act('user', 'warned about guessed passwords'),
  'session.confirmed': act('user', 'confirmed their identity'),
  'session.unconfirmed': act('user', 'failed to confirm their identity'),
  'session.ended': act('user', 'signed out'),
  'session.ended-elsewhere': act('user', 'signed out elsewhere'),
  'password.changed': act('user', 'changed the password'),
  'password.mistaken': act('user', 'entered a wrong current password'),
  'password.created': act('user', 'created the first password'),
  'password.reset': act('user', 'reset the password'),
  'password.asked': act('user', 'requested a reset link'),
  'password.link-made': act('user', 'created a password link'),
  'factor.added': act('user', 'added a second factor'),
  'factor.removed': act('user', 'removed a second factor'),
  'factor.renamed': act('user', 'renamed a passkey'),
  'factor.codes-renewed': act('user', 'made new recovery codes'),
  'factor.reset': act('user', 'reset the second factor of'),
  'factor.guessed': act('user', 'warned about guessed codes'),
  'identity.linked': act('user', 'connected an account to the sign-in provider'),
  'identity.unlinked': act('user', 'disconnected an account from the sign-in provider'),
  'user.provisioned': act('user', 'created a user at their first sign-in'),
  'token.created': act('user', 'made an API token for'),
  'token.rotated': act('user', 'rotated an API token of'),
  'token.ended-old': act('user', 'ended a replaced API token of'),
  'token.revoked': act('user', 'revoked an API token of'),
  'token.removed': act('user', 'removed an ended API token of'),
  'assistant.connected': act('user', 'connected an assistant:'),
  'assistant.disconnected': act('user', 'disconnected an assistant:'),
  'assistant.ended': act('user', 'disconnected an assistant that ended itself:'),
  'service-account.created': act('user', 'created a service account'),
  'service-account.changed': act('user', 'changed a service account'),
  'user.break-glass-changed': act('user', 'changed whether a user is a break-glass account'),
  'sign-in-rules.changed': act('workspace', 'changed the sign-in rules'),
  'sign-in-rules.told': act('workspace', 'mailed people about the second factor'),
  'notification.chosen': act('user', 'chose how notices are sent'),
  'notification.reset': act('user', 'reset notifications to the defaults'),
  'notification.digest-chosen': act('user', 'chose when the digest is sent'),
  'notification.digest-sent': act('user', 'sent their digest early'),
  'notification.unsubscribed': act('user', 'unsubscribed from mail'),
  'user.created': act('user', 'created a user'),
  'user.changed': act('user', 'changed a user'),
  'user.role-changed': act('user', 'changed a role'),
  'user.work-handed-over': act('user', 'handed over the open work of'),
  'user.locked': act('user', 'locked a user'),
  'user.unlocked': act('user', 'unlocked a user'),
  'user.signed-out': act('user', 'signed a user out'),
  'user.access-asked': act('user', 'asked for access to a screen'),
  'user.mailed': act('user', 'sent an email again'),
  'article.drafted': event('saved a draft'),
  'article.adopted': event('imported an article from its task'),
  'article.requested': event('requested an article'),
  'article.saved': event('saved an article'),
  'article.keyword-linked': event('added a keyword to an article'),
  'article.keyword-unlinked': event('removed a keyword from an article'),
  'article.approved': event('approved an article'),
  'article.returned': event('returned an article'),
  'article.rejected': event('rejected an article'),
  'article.decision-undone': event('undid a decision on an article'),
  'article.resubmitted': event('resubmitted an article'),
  'article.canceled': event('canceled an article'),
  'article.published': event('published an article'),
  'article.revised': event('updated a published article'),
  'article.deleted': event('deleted a draft'),
  'article.handed-over': event('handed an article over'),
  'article.post-moved': event('changed a post’s address'),
  'article.post-lost': event('removed a post'),
  'article.post-back': event('restored a post'),
  'article.post-restored': act('article', 'published a post again'),
  'article.post-renewed': event('requested a new post'),
  'article.chosen': act('article', 'chose which version to keep'),
  'article.copy-retried': act('article', 'retried a copy'),
  'article.task-moved': act('article', 'moved the task of an article'),
  'article.task-gone': act('article', 'removed the task of an article'),
  'article.ticked': act('article', 'ticked a checklist item'),
  'article.claimed': act('article', 'claimed the review'),
  'article.released': act('article', 'released the review'),
  'keyword.created': act('keyword', 'created a keyword'),
  'keyword.changed': act('keyword', 'changed a keyword'),
  'keyword.uploaded': act('keyword', 'uploaded keywords'),
  'keyword.many-changed': act('keyword', 'changed keywords'),
  'keyword.many-restored': act('keyword', 'undid a change of keywords'),
  'keyword.joined': act('keyword', 'merged similar keywords'),
  'keyword.tags-joined': act('keyword', 'merged similar tags'),
  'comment.created': act('comment', 'wrote a comment'),
  'comment.changed': act('comment', 'changed a comment'),
  'comment.deleted': act('comment', 'deleted a comment'),
  'view.created': act('view', 'saved a view'),
  'view.changed': act('view', 'changed a view'),
  'view.deleted': act('view', 'deleted a view'),
  'view.handed-over': act('view', 'handed a view over'),
  'view.chosen': act('view', 'chose the start page'),
  'alert.created': act('alert', 'created an alert rule'),
  'alert.changed': act('alert', 'changed an alert rule'),
  'alert.deleted': act('alert', 'deleted an alert rule'),
  'alert.handed-over': act('alert', 'handed an alert rule over'),
  'alert.restored': act('alert', 'restored an alert rule'),
  'alert.followed': act('alert', 'followed an alert rule'),
  'alert.unfollowed': act('alert', 'stopped following an alert rule'),
  'alert.judged': act('alert', 'rated an alert'),
  'alert.told': act('alert', 'sent alerts'),
  'report.chosen': act('report', 'chose how the reports look'),
  'post.published': act('post', 'published a post'),
  'post.keyword-changed': act('post', 'changed the keyword of a post'),
  'post.ignored': act('post', 'ignored keywords of posts'),
  'post.unignored': act('post', 'stopped ignoring a post'),
  'post.rivalry-left': act('post', 'dismissed competing posts of a query'),
  'post.rivalry-taken-up': act('post', 'reopened competing posts of a query'),
  'post.task-asked': act('post', 'requested a task about a post'),
  'post.task-gone': act('post', 'removed the task about a post'),
  'task.changed': act('task', 'changed a task'),
  'task.commented': act('task', 'commented on a task'),
  'picture.stored': act('picture', 'stored a picture'),
  'file.asked': act('file', 'requested a file'),
  'words.replaced': act('words', 'changed the excluded words'),
  'site.created': act('site', 'added a site'),
  'site.changed': act('site', 'changed a site'),
  'site.retired': act('site', 'retired a site'),
  'site.revived': act('site', 'reactivated a site'),
  'site.adopted': act('site', 'requested the posts of a site'),
  'site.posts-read': act('site', 'read the posts of a site'),
  'site.adoption-stopped': act('site', 'stopped reading the posts of a site'),
  'webhook.started': act('webhook', 'started a webhook'),
  'webhook.reset': act('webhook', 'reset a webhook'),
  'webhook.tunneled': act('webhook', 'set the tunnel URL'),
  'event-hook.created': act('hook', 'created an event hook'),
  'event-hook.changed': act('hook', 'changed an event hook'),
  'event-hook.paused': act('hook', 'paused an event hook'),
  'event-hook.resumed': act('hook', 'resumed an event hook'),
  'event-hook.stopped': act('hook', 'stopped an event hook'),
  'event-hook.rotated': act('hook', 'rotated the secret of an event hook'),
  'event-hook.deleted': act('hook', 'deleted an event hook'),
  'event-hook.tested': act('hook', 'tested an event hook'),
  'event-hook.sent-again': act('hook', 'sent events again to'),
  'scan.fixed': act('scan', 'fixed a scan finding'),
  'access.revoked': act('access', 'revoked access'),
  'access.failed': act('access', 'failed to revoke access'),
  'access.found-closed': act('access', 'found access already closed'),
  'access.run-started': act('access', 'started an offboarding run'),
  'access.run-repeated': act('access', 'repeated an offboarding run'),
  'access.run-ended': act('access', 'ended an offboarding run'),
  'access.review-begun': act('access', 'started an access review'),
  'access.review-repeated': act('access', 'rechecked systems of an access review'),
  'access.reviewed': act('access', 'decided on accounts'),
  'access.review-ended': act('access', 'finished an access review'),
  'hits.imported': act('hits', 'imported share of voice'),
  'job.retried': act('job', 'retried a failed job'),
  'job.started': act('job', 'started scheduled work'),
  'run.stopped': act('job', 'stopped a run'),
  'run.resumed': act('job', 'resumed a run'),
  'run.retried': act('job', 'retried a run'),
  'job.all-retried': act('job', 'retried all failed jobs'),
  'content.imported': act('post', 'imported posts'),
  'earnings.imported': act('post', 'imported earnings'),
  'availability.imported': act('product', 'imported availability'),
  'opportunities.imported': act('keyword', 'imported market data'),
  'products.imported': act('product', 'imported products'),
  'warehouse.read-asked': act('warehouse', 'requested a warehouse import'),
  'warehouse.copied': act('warehouse', 'copied data to a warehouse'),
  'post.rewritten': act('post', 'rewrote a live post'),
  'post.product-replaced': act('post', 'replaced a product in a live post'),
  'post.product-not-kept': act('post', 'replaced a product in a live post, but the site didn’t save it'),
  'product.replaced': act('product', 'replaced a product everywhere'),
  'product.replacement-retried': act('product', 'retried a replacement'),
  'product.put-back': act('product', 'undid a replacement'),
  'stock.scan-asked': act('stock', 'requested a stock scan'),
  'query.asked': act('query', 'queried the database'),
  'query.saved': act('query', 'saved a database query'),
  'query.changed': act('query', 'changed a database query'),
  'query.handed-over': act('query', 'handed a database query over'),
  'query.deleted': act('query', 'deleted a database query'),
  'flag.created': act('flag', 'added a flag'),
  'flag.changed': act('flag', 'changed a flag'),
  'flag.archived': act('flag', 'archived a flag'),
  'flag.restored': act('flag', 'restored a flag'),
  'plan.created': act('plan', 'planned a keyword'),
  'plan.changed': act('plan', 'changed a planned keyword'),
  'plan.removed': act('plan', 'removed a keyword from the plan'),
  'plan.restored': act('plan', 'put a keyword back on the plan'),
  'commission.created': act('commission', 'added a commission category'),
  'commission.changed': act('commission', 'changed a commission category'),
  'commission.deleted': act('commission', 'deleted a commission category'),
  'game.run': act('game', 'reloaded the game solutions'),
  'sheet.linked': act('sheet', 'linked a sheet'),
  'sheet.unlinked': act('sheet', 'unlinked a sheet'),
  'sheet.restored': act('sheet', 'restored the link to a sheet'),
  'sheet.synced': act('sheet', 'synced a sheet'),
  'sheet.edited': act('sheet', 'edited a built-in sheet'),
  'vendors.changed': act('vendors', 'started with these vendors'),
  'steps.skipped': act('workspace', 'skipped a first step'),
  'steps.resumed': act('workspace', 'took up a first step again'),
  'steps.hidden': act('workspace', 'hid the first steps'),
  'steps.shown': act('workspace', 'showed the first steps again'),
} as const satisfies Readonly<Record<`${string}.${string}`, ActDeclaration>>

export type Act = keyof typeof ACTS
export const ACT_NAMES = Object.keys(ACTS) as readonly Act[] as readonly [Act, ...Act[]]

/** A review is claimed and released whenever somebody reads it, which would fill the history of an article or a person. */
export const READING_ACTS: readonly Act[] = ['article.claimed', 'article.released']

/** Acts on articles that are not in the articles' history. */
export const ACTS_BESIDE_EVENTS: readonly Act[] = ACT_NAMES.filter((name) => {
  const { on, isEvent }: ActDeclaration = ACTS[name]
  return on === 'article' && !isEvent && !READING_ACTS.includes(name)
})

const TEXT_MAXIMUM = 200
const LIST_MAXIMUM = 20
const DEPTH_MAXIMUM = 3
const SECRET_KEY = /password|secret|token|hash|authorization|credential|api_?key|cookie|session$/i

/** A value for long-term storage: without secrets, and truncated. */
export function auditValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return shortened(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth >= DEPTH_MAXIMUM) return '…'
  if (Array.isArray(value)) {
    const rest = value.length - LIST_MAXIMUM
    const shown = value.slice(0, LIST_MAXIMUM).map((entry) => auditValue(entry, depth + 1))
    return rest > 0 ? [...shown, `… and ${rest} more`] : shown
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !SECRET_KEY.test(key))
      .map(([key, entry]) => [key, auditValue(entry, depth + 1)]),
  )
}

function shortened(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '')
  return whole.length > TEXT_MAXIMUM ? `${whole.slice(0, TEXT_MAXIMUM).toWellFormed()}…` : whole
}

export type AuditFields = Readonly<Record<string, unknown>>

/** The fields in which two states differ, as each has them. What only the first one names has not changed. */
export function differenceOf<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): { before: AuditFields; after: AuditFields } {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const changed = Object.entries(after).filter(
    ([key, value]) =>
      value !== undefined && (!(key in before) || !isSame(before[key as keyof Fields], value)),
  )
  return {
    before: Object.fromEntries(
      changed.filter(([key]) => key in before).map(([key]) => [key, before[key as keyof Fields]]),
    ),
    after: Object.fromEntries(changed),
  }
}
