import { webhookEndpoints } from '#shared/features/webhooks/contract.ts'
import { BOARD_LABELS, type BoardKind } from '#shared/features/webhooks/rules.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import type { WebhookJobParts } from '../parts.ts'
import * as store from '../store.ts'
import { subscribe } from './reconcile.ts'

const UNREACHABLE =
  'Task boards do not reach this server: its PUBLIC_URL is no public https address. In development a tunnel stands in for it.'

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
