import { type WebhookState, webhookStateOf } from '#shared/features/operate/webhooks/rules.ts'
import type { WebhookJobParts } from './parts.ts'
import * as store from './store.ts'

export interface BoardHearing {
  gid: string
  site: { id: number; displayName: string }
  /**
   * `none`: no subscription. `unreachable`: we have no public address. `unreadable`: we cannot decrypt its
   * secret.
   */
  state: WebhookState | 'none' | 'unreadable' | 'unreachable'
  error: string | null
  subscription: store.SubscriptionRecord | undefined
}

export interface HearingParts extends WebhookJobParts {
  hasHeartbeat: boolean
}

function stateOf(
  parts: HearingParts,
  subscription: store.SubscriptionRecord | undefined,
): BoardHearing['state'] {
  if (parts.address() === null) return 'unreachable'
  if (!subscription) return 'none'
  const { secret } = subscription
  if (secret !== null && parts.box.open(secret) === null) return 'unreadable'
  return webhookStateOf(subscription, { now: parts.clock(), hasHeartbeat: parts.hasHeartbeat })
}

/** State of the webhook for each content board of an active site. */
export async function listHearings(parts: HearingParts): Promise<BoardHearing[]> {
  const known = await store.listSubscriptions(parts.db)
  const hearings: BoardHearing[] = []
  for (const gid of await parts.sites.listBoards(parts.db)) {
    const site = await parts.sites.findSiteOfBoard(parts.db, gid)
    const subscription = known.find(({ resource }) => resource === gid)
    const state = stateOf(parts, subscription)
    if (site) hearings.push({ gid, site, state, error: subscription?.error ?? null, subscription })
  }
  return hearings
}
