import { type WebhookState, webhookStateOf } from '#shared/features/operate/webhooks/rules.ts'
import type { WebhookJobDeps } from './deps.ts'
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

export interface HearingDeps extends WebhookJobDeps {
  hasHeartbeat: boolean
}

function stateOf(
  deps: HearingDeps,
  subscription: store.SubscriptionRecord | undefined,
): BoardHearing['state'] {
  if (deps.address() === null) return 'unreachable'
  if (!subscription) return 'none'
  const { secret } = subscription
  if (secret !== null && deps.box.open(secret) === null) return 'unreadable'
  return webhookStateOf(subscription, { now: deps.clock(), hasHeartbeat: deps.hasHeartbeat })
}

/** State of the webhook for each content board of an active site. */
export async function listHearings(deps: HearingDeps): Promise<BoardHearing[]> {
  const known = await store.listSubscriptions(deps.db)
  const hearings: BoardHearing[] = []
  for (const gid of await deps.sites.listBoards(deps.db)) {
    const site = await deps.sites.findSiteOfBoard(deps.db, gid)
    const subscription = known.find(({ resource }) => resource === gid)
    const state = stateOf(deps, subscription)
    if (site) hearings.push({ gid, site, state, error: subscription?.error ?? null, subscription })
  }
  return hearings
}
