import { type WebhookState, webhookStateOf } from '#shared/features/webhooks/rules.ts'
import type { WebhookJobParts } from '../parts.ts'
import * as store from '../store.ts'
import { subscribe } from './reconcile.ts'

export interface Hearing {
  gid: string
  site: { id: number; displayName: string }
  /** `none` where nobody tells us, `unreachable` where nobody could, `unreadable` where we would not understand it. */
  state: WebhookState | 'none' | 'unreadable' | 'unreachable'
  error: string | null
  subscription: store.SubscriptionRecord | undefined
}

interface LookAfterParts extends WebhookJobParts {
  hasHeartbeat: boolean
}

function stateOf(
  parts: LookAfterParts,
  subscription: store.SubscriptionRecord | undefined,
): Hearing['state'] {
  if (parts.address() === null) return 'unreachable'
  if (!subscription) return 'none'
  const { secret } = subscription
  if (secret !== null && parts.box.open(secret) === null) return 'unreadable'
  return webhookStateOf(subscription, { now: parts.clock(), hasHeartbeat: parts.hasHeartbeat })
}

export async function listHearings(parts: LookAfterParts): Promise<Hearing[]> {
  const known = await store.listSubscriptions(parts.db)
  const hearings: Hearing[] = []
  for (const gid of await parts.sites.listBoards(parts.db)) {
    const site = await parts.sites.findSiteOfBoard(parts.db, gid)
    const subscription = known.find(({ resource }) => resource === gid)
    const state = stateOf(parts, subscription)
    if (site) hearings.push({ gid, site, state, error: subscription?.error ?? null, subscription })
  }
  return hearings
}

export async function restartUnheard(parts: LookAfterParts): Promise<void> {
  const address = parts.address()
  if (address === null) return
  for (const { gid, state, subscription: old } of await listHearings(parts)) {
    if (state === 'active' || state === 'pending') continue
    try {
      await subscribe(parts, { boardGid: gid, address, old })
    } catch (error) {
      parts.log.warn({ err: error, boardGid: gid }, 'the webhook of this board could not be started anew')
    }
    await parts.articles.followBoard(gid)
  }
}
