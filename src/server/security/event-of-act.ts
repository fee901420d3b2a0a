import type { Act } from '#shared/features/ground/audit/rules.ts'
import { EVENT_LABELS, type EventType, STATUS_OF } from '#shared/features/operate/event-hooks/rules.ts'
import type { NewEvent } from './event-store.ts'

/** Which event an act is for other systems; null for none. A new act needs a line here. */
export const EVENT_OF_ACT: Readonly<Record<Act, EventType | null>> = {
  'session.begun': null,
  'user.provisioned': 'user.created',
  'identity.linked': null,
  'identity.unlinked': null,
  'notification.chosen': null,
  'notification.reset': null,
  'notification.digest-chosen': null,
  'notification.digest-sent': null,
  'notification.unsubscribed': null,
  'session.half-begun': null,
  'session.failed': null,
  'session.refused': null,
  'session.guessed': null,
  'session.confirmed': null,
  'session.unconfirmed': null,
  'session.ended': null,
  'session.ended-elsewhere': null,
  'password.changed': null,
  'password.mistaken': null,
  'password.created': null,
  'password.reset': null,
  'password.asked': null,
  'password.link-made': null,
  'factor.added': null,
  'factor.removed': null,
  'factor.renamed': null,
  'factor.codes-renewed': null,
  'factor.reset': null,
  'factor.guessed': null,
  'token.created': null,
  'token.rotated': null,
  'token.ended-old': null,
  'token.revoked': null,
  'token.removed': null,
  'assistant.connected': null,
  'assistant.disconnected': null,
  'assistant.ended': null,
  'service-account.created': null,
  'service-account.changed': null,
  'user.break-glass-changed': null,
  'sign-in-rules.changed': null,
  'sign-in-rules.told': null,
  'user.created': 'user.created',
  'user.changed': null,
  'user.role-changed': 'user.role_changed',
  'user.work-handed-over': null,
  'user.locked': 'user.locked',
  'user.unlocked': null,
  'user.signed-out': null,
  'user.access-asked': null,
  'user.mailed': null,
  'article.drafted': null,
  'article.adopted': null,
  'article.requested': 'article.requested',
  'article.saved': null,
  'article.keyword-linked': null,
  'article.keyword-unlinked': null,
  'article.approved': 'article.approved',
  'article.returned': 'article.returned',
  'article.rejected': 'article.rejected',
  'article.decision-undone': null,
  'article.resubmitted': 'article.resubmitted',
  'article.canceled': 'article.canceled',
  'article.published': 'article.published',
  'article.revised': 'article.revised',
  'article.deleted': null,
  'article.handed-over': null,
  'article.post-moved': 'post.moved',
  'article.post-lost': 'post.lost',
  'article.post-back': 'post.restored',
  'article.post-restored': null,
  'article.post-renewed': null,
  'article.chosen': null,
  'article.copy-retried': null,
  'article.task-moved': null,
  'article.task-gone': null,
  'article.ticked': null,
  'article.claimed': null,
  'article.released': null,
  'keyword.created': 'keyword.created',
  'keyword.changed': 'keyword.changed',
  'keyword.uploaded': 'keyword.uploaded',
  'keyword.many-changed': 'keyword.changed',
  'keyword.many-restored': 'keyword.changed',
  'keyword.joined': null,
  'keyword.tags-joined': null,
  'comment.created': null,
  'comment.changed': null,
  'comment.deleted': null,
  'view.created': null,
  'view.changed': null,
  'view.deleted': null,
  'view.handed-over': null,
  'view.chosen': null,
  'alert.created': null,
  'alert.changed': null,
  'alert.deleted': null,
  'alert.handed-over': null,
  'alert.restored': null,
  'alert.followed': null,
  'alert.unfollowed': null,
  'alert.judged': null,
  'alert.told': 'alert.fired',
  'report.chosen': null,
  'post.published': null,
  'post.keyword-changed': null,
  'post.ignored': null,
  'post.unignored': null,
  'post.rivalry-left': null,
  'post.rivalry-taken-up': null,
  'post.task-asked': null,
  'post.task-gone': null,
  'task.changed': null,
  'task.commented': null,
  'picture.stored': null,
  'file.asked': null,
  'words.replaced': null,
  'site.created': null,
  'site.changed': null,
  'site.retired': null,
  'site.revived': null,
  'site.adopted': null,
  'site.posts-read': null,
  'site.adoption-stopped': null,
  'webhook.started': null,
  'webhook.reset': null,
  'webhook.tunneled': null,
  'scan.fixed': null,
  'access.revoked': null,
  'access.failed': null,
  'access.found-closed': null,
  'access.run-started': null,
  'access.run-repeated': null,
  'access.run-ended': 'access.run_ended',
  'access.review-begun': null,
  'access.review-repeated': null,
  'access.reviewed': null,
  'access.review-ended': null,
  'hits.imported': null,
  'job.retried': null,
  'job.started': null,
  'run.stopped': null,
  'run.resumed': null,
  'run.retried': null,
  'job.all-retried': null,
  'content.imported': null,
  'earnings.imported': null,
  'availability.imported': null,
  'opportunities.imported': null,
  'products.imported': null,
  'warehouse.read-asked': null,
  'warehouse.copied': null,
  'post.rewritten': null,
  'post.product-replaced': null,
  'post.product-not-kept': null,
  'product.replaced': 'product.replaced',
  'product.replacement-retried': null,
  'product.put-back': null,
  'stock.scan-asked': null,
  'query.asked': null,
  'query.saved': null,
  'query.changed': null,
  'query.handed-over': null,
  'query.deleted': null,
  'flag.created': null,
  'flag.changed': null,
  'flag.archived': null,
  'flag.restored': null,
  'plan.created': null,
  'plan.changed': null,
  'plan.removed': null,
  'plan.restored': null,
  'commission.created': null,
  'commission.changed': null,
  'commission.deleted': null,
  'game.run': null,
  'sheet.linked': null,
  'sheet.unlinked': null,
  'sheet.restored': null,
  'sheet.synced': null,
  'sheet.edited': null,
  'vendors.changed': null,
  'steps.skipped': null,
  'steps.resumed': null,
  'steps.hidden': null,
  'steps.shown': null,
  'event-hook.created': null,
  'event-hook.changed': null,
  'event-hook.paused': null,
  'event-hook.resumed': null,
  'event-hook.rotated': null,
  'event-hook.deleted': null,
  'event-hook.tested': null,
  'event-hook.sent-again': null,
  'event-hook.stopped': null,
}

type Fields = Readonly<Record<string, unknown>>

interface Deed {
  id?: number | string | null | undefined
  label?: string | null | undefined
  before?: object | undefined
  after?: object | undefined
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Deeds on many rows, which have an id and a number of their own. */
function severalOf(act: Act, after: Fields): { id: unknown; count: number | null; label?: string } | null {
  switch (act) {
    case 'keyword.many-changed':
    case 'keyword.many-restored': {
      const count = numberOf(after.changes)
      return { id: after.changeId, count, label: count === null ? 'Keywords' : `${count} keywords` }
    }
    case 'keyword.uploaded':
      return { id: null, count: numberOf(after.added), label: `${numberOf(after.added) ?? 0} keywords` }
    case 'alert.told': {
      const count = numberOf(after.subjects)
      return { id: null, count, label: `${count ?? 0} alerts` }
    }
    case 'product.replaced':
      return { id: after.replacementId, count: numberOf(after.places) }
    default:
      return null
  }
}

const isAboutArticle = (type: EventType) => type.startsWith('article.') || type.startsWith('post.')

/** The event of an act, without who did it. Only what a hook may be told is taken from the act. */
export function eventOf(
  act: Act,
  { id, label, before = {}, after = {} }: Deed,
): Omit<NewEvent, 'actorKind' | 'actorName'> | null {
  const type = EVENT_OF_ACT[act]
  if (type === null) return null
  const [old, now]: [Fields, Fields] = [{ ...before }, { ...after }]
  const several = severalOf(act, now)
  const subjectId = several ? several.id : id
  const isRole = type === 'user.role_changed'
  return {
    type,
    subjectId: subjectId === undefined || subjectId === null ? null : String(subjectId),
    // The label of an offboarding run is the email of a person.
    label: (type === 'access.run_ended' ? null : (several?.label ?? label)) ?? EVENT_LABELS[type],
    articleId: isAboutArticle(type) ? Number(id) : null,
    statusFrom: isRole ? textOf(old.roleId) : (STATUS_OF[type]?.from ?? null),
    statusTo: isRole ? textOf(now.roleId) : (STATUS_OF[type]?.to ?? null),
    count: several?.count ?? null,
    email: type.startsWith('user.') ? (textOf(now.username) ?? textOf(old.username)) : null,
  }
}
