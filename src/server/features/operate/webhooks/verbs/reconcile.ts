import { webhookEndpoints } from '#shared/features/operate/webhooks/contract.ts'
import { BOARD_LABELS, type BoardKind } from '#shared/features/operate/webhooks/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { createToken } from '../../../../security/tokens.ts'
import type { WebhookJobDeps } from '../deps.ts'
import { type HearingDeps, listHearings } from '../hearing-reader.ts'
import * as store from '../store.ts'

/**
 * Whether the subscription still works: active, at our current address, signed with a secret that we can
 * decrypt.
 */
async function isSound(
  { taskBoard, box }: WebhookJobDeps,
  subscription: store.SubscriptionRecord,
  address: string,
): Promise<boolean> {
  const { id, state, remoteId, secret } = subscription
  if (state !== 'active' || remoteId === null || secret === null || box.open(secret) === null) return false
  const remote = await taskBoard.getSubscription(remoteId)
  return remote?.isActive === true && remote.target === `${address}/${id}`
}

/** A server that starts a webhook needs moments until the board has greeted it back. */
const STARTING_MS = 60_000

/** Whether another server is just starting this webhook. */
const isStarting = ({ clock }: WebhookJobDeps, { state, createdAt }: store.SubscriptionRecord) =>
  state === 'pending' && clock().getTime() - createdAt.getTime() < STARTING_MS

interface WatchedBoard {
  boardGid: string
  address: string
  old: store.SubscriptionRecord | undefined
  /** The user who requested it, and their name for the board; missing if the server does it by itself. */
  asked?: { actor: Caller; label: string }
}

/** Subscribes to a board, replacing any earlier subscription. Only one of several that do so at once goes on. */
async function subscribe(deps: WebhookJobDeps, board: WatchedBoard): Promise<void> {
  const { db, taskBoard, clock } = deps
  const { boardGid, old, asked } = board
  if (old?.remoteId) await taskBoard.unsubscribe(old.remoteId)
  const id = createToken()
  const target = `${board.address}/${id}`
  const startedBy = asked?.actor.id ?? old?.startedBy ?? null
  const row = { id, resource: boardGid, target, createdAt: clock(), startedBy }
  const isOurs = await transaction(db, async (tx) => {
    if (!(await store.replaceSubscription(tx, old, row))) return false
    const act = old ? 'webhook.reset' : 'webhook.started'
    if (asked) await audit(tx, asked.actor, act, { id: boardGid, label: asked.label })
    return true
  })
  if (!isOurs) return
  try {
    const { remoteId } = await taskBoard.subscribe(boardGid, target)
    await store.updateSubscription(db, id, { state: 'active', remoteId })
  } catch (error) {
    await store.updateSubscription(db, id, { state: 'failed', error: String(error).slice(0, 500) })
    throw error
  }
}

/** Processes one board; a failure does not stop the others. */
async function attend(deps: WebhookJobDeps, boardGid: string, known: readonly store.SubscriptionRecord[]) {
  const address = deps.address()
  const old = known.find(({ resource }) => resource === boardGid)
  try {
    if (address !== null) {
      if (old && (isStarting(deps, old) || (await isSound(deps, old, address)))) return
      await subscribe(deps, { boardGid, address, old })
    }
  } catch (error) {
    deps.log.warn({ err: error, boardGid }, 'the task board does not notify us of changes on this board')
  }
  await deps.articles.followBoard(boardGid)
}

/**
 * Ensures a working subscription for every site's board: missing, inactive or redirected ones are created
 * again. A board that may have had unnoticed changes is polled.
 */
export async function reconcileSubscriptions(deps: WebhookJobDeps): Promise<void> {
  const known = await store.listSubscriptions(deps.db)
  const copyboards = await deps.sites.listCopyboards(deps.db)
  // A copyboard's webhook is started by a user. Once started, it is maintained here.
  const started = copyboards.filter((gid) => known.some(({ resource }) => resource === gid))
  const boards = [...new Set([...(await deps.sites.listBoards(deps.db)), ...started])]
  for (const boardGid of boards) await attend(deps, boardGid, known)
  for (const { id, resource, remoteId } of known) {
    if (boards.includes(resource)) continue
    if (remoteId !== null) await deps.taskBoard.unsubscribe(remoteId)
    await store.removeSubscription(deps.db, id)
  }
}

const UNREACHABLE =
  'Task boards can’t reach this server: PUBLIC_URL isn’t a public https address. In development, set a tunnel.'

/**
 * Starts or restarts the webhook of an active site's board, and polls the board for changes that may have
 * been missed. Idempotent.
 */
export async function startWebhook(
  deps: WebhookJobDeps,
  actor: Caller,
  { gid, kind }: { gid: string; kind: BoardKind },
): Promise<void> {
  requires(actor, webhookEndpoints.start.access)
  const site = await deps.sites.findSiteWithBoard(deps.db, gid, kind)
  if (!site) throw notFound('Board')
  const address = deps.address()
  if (address === null) throw new AppError('unavailable', UNREACHABLE)
  const known = await store.listSubscriptions(deps.db)
  const old = known.find(({ resource }) => resource === gid)
  const label = `${site.displayName}, ${BOARD_LABELS[kind]}`
  await subscribe(deps, { boardGid: gid, address, old, asked: { actor, label } })
  await deps.articles.followBoard(gid)
}

/** Restarts every webhook that does not work; a failure does not stop the others. */
export async function restartUnheard(deps: HearingDeps): Promise<void> {
  const address = deps.address()
  if (address === null) return
  for (const { gid, state, subscription: old } of await listHearings(deps)) {
    if (state === 'active' || state === 'pending') continue
    try {
      await subscribe(deps, { boardGid: gid, address, old })
    } catch (error) {
      deps.log.warn({ err: error, boardGid: gid }, 'the webhook of this board could not be restarted')
    }
    await deps.articles.followBoard(gid)
  }
}
