import { webhookEndpoints } from '#shared/features/webhooks/contract.ts'
import { BOARD_LABELS, type BoardKind } from '#shared/features/webhooks/rules.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { createToken } from '../../../security/tokens.ts'
import { type HearingParts, listHearings } from '../hearing-reader.ts'
import type { WebhookJobParts } from '../parts.ts'
import * as store from '../store.ts'

/** Does the other side still tell us, at the address where we are, signed with a secret that we can read? */
async function isSound(
  { taskBoard, box }: WebhookJobParts,
  subscription: store.SubscriptionRecord,
  address: string,
): Promise<boolean> {
  const { id, state, remoteId, secret } = subscription
  if (state !== 'active' || remoteId === null || secret === null || box.open(secret) === null) return false
  const remote = await taskBoard.getSubscription(remoteId)
  return remote?.isActive === true && remote.target === `${address}/${id}`
}

interface WatchedBoard {
  boardGid: string
  address: string
  old: store.SubscriptionRecord | undefined
  /** Who wants it, and what they call it; left out where the server does it by itself. */
  asked?: { actor: Caller; label: string }
}

/** Has us told of a board, in the place of whatever told us before. */
async function subscribe(parts: WebhookJobParts, board: WatchedBoard): Promise<void> {
  const { db, taskBoard, clock } = parts
  const { boardGid, old, asked } = board
  if (old?.remoteId) await taskBoard.unsubscribe(old.remoteId)
  const id = createToken()
  const target = `${board.address}/${id}`
  const startedBy = asked?.actor.id ?? old?.startedBy ?? null
  const row = { id, resource: boardGid, target, createdAt: clock(), startedBy }
  await transaction(db, async (tx) => {
    await store.replaceSubscription(tx, row)
    const act = old ? 'webhook.reset' : 'webhook.started'
    if (asked) await audit(tx, asked.actor, act, { id: boardGid, label: asked.label })
  })
  try {
    const { remoteId } = await taskBoard.subscribe(boardGid, target)
    await store.updateSubscription(db, id, { state: 'active', remoteId })
  } catch (error) {
    await store.updateSubscription(db, id, { state: 'failed', error: String(error).slice(0, 500) })
    throw error
  }
}

/** One board after the other; what fails with one is no reason to leave the others alone. */
async function attend(parts: WebhookJobParts, boardGid: string, known: readonly store.SubscriptionRecord[]) {
  const address = parts.address()
  const old = known.find(({ resource }) => resource === boardGid)
  try {
    if (address !== null) {
      if (old && (await isSound(parts, old, address))) return
      await subscribe(parts, { boardGid, address, old })
    }
  } catch (error) {
    parts.log.warn({ err: error, boardGid }, 'the task board does not notify us of changes on this board')
  }
  await parts.articles.followBoard(boardGid)
}

/**
 * Sees to it that we hear of every site's board: subscriptions that are missing, silenced or led elsewhere are made
 * anew. Wherever something may have happened unheard, the board is asked.
 */
export async function reconcileSubscriptions(parts: WebhookJobParts): Promise<void> {
  const known = await store.listSubscriptions(parts.db)
  const copyboards = await parts.sites.listCopyboards(parts.db)
  // Who wants to be told of a copyboard starts its webhook; what was started is looked after.
  const started = copyboards.filter((gid) => known.some(({ resource }) => resource === gid))
  const boards = [...new Set([...(await parts.sites.listBoards(parts.db)), ...started])]
  for (const boardGid of boards) await attend(parts, boardGid, known)
  for (const { id, resource, remoteId } of known) {
    if (boards.includes(resource)) continue
    if (remoteId !== null) await parts.taskBoard.unsubscribe(remoteId)
    await store.removeSubscription(parts.db, id)
  }
}

const UNREACHABLE =
  'Task boards can’t reach this server: PUBLIC_URL isn’t a public https address. In development, set a tunnel.'

/**
 * Starts the webhook of a board of a site at work, or starts it anew where there is one, and asks the board for what
 * may have happened unheard. Done twice it comes to the same.
 */
export async function startWebhook(
  parts: WebhookJobParts,
  actor: Caller,
  { gid, kind }: { gid: string; kind: BoardKind },
): Promise<void> {
  requires(actor, webhookEndpoints.start.access)
  const site = await parts.sites.findSiteWithBoard(parts.db, gid, kind)
  if (!site) throw notFound('Board')
  const address = parts.address()
  if (address === null) throw new AppError('unavailable', UNREACHABLE)
  const known = await store.listSubscriptions(parts.db)
  const old = known.find(({ resource }) => resource === gid)
  const label = `${site.displayName}, ${BOARD_LABELS[kind]}`
  await subscribe(parts, { boardGid: gid, address, old, asked: { actor, label } })
  await parts.articles.followBoard(gid)
}

/** Starts anew whatever is not heard; what fails with one board holds up no other. */
export async function restartUnheard(parts: HearingParts): Promise<void> {
  const address = parts.address()
  if (address === null) return
  for (const { gid, state, subscription: old } of await listHearings(parts)) {
    if (state === 'active' || state === 'pending') continue
    try {
      await subscribe(parts, { boardGid: gid, address, old })
    } catch (error) {
      parts.log.warn({ err: error, boardGid: gid }, 'the webhook of this board could not be restarted')
    }
    await parts.articles.followBoard(gid)
  }
}
