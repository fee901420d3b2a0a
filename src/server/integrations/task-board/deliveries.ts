import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { Enqueue, Job } from '../../jobs/job.ts'
import { IntegrationError } from '../integration-error.ts'
import {
  type BoardSubscriptionRow,
  findSubscription,
  listSubscriptions,
  removeSubscription,
} from './board-store.ts'

export const SYSTEM = 'Task board'
const DELIVER = 'board.deliver'
const PATIENCE_MS = 10_000

/** An event on a board, in the format of the vendor that this board replaces. */
export interface BoardEvent {
  action: 'added' | 'changed' | 'deleted'
  resource: { gid: string; resource_type: 'task' }
  parent: { gid: string; resource_type: 'section' } | null
  change: { field: string; action: 'changed' } | null
  created_at: string
}

const Delivery = z.object({ subscriptionGid: z.string(), body: z.string() })

export interface DeliveryDeps {
  db: Db
  enqueue: Enqueue
  clock: () => Date
  /** This server's local address; null if it does not listen. */
  ownAddress: () => string | null
}

type Subscriber = Pick<BoardSubscriptionRow, 'target' | 'secret'>

/**
 * A path belongs to this product: the server that runs the job delivers to itself, at its current address.
 */
function addressOf({ target }: Subscriber, ownAddress: DeliveryDeps['ownAddress']): string {
  if (!target.startsWith('/')) return target
  const own = ownAddress()
  if (own !== null) return own + target
  throw new IntegrationError(`${SYSTEM} cannot notify a server that is not listening`, {
    system: SYSTEM,
    operation: 'tell a subscriber',
    kind: 'unavailable',
  })
}

/** Notifies all subscribers of the board after the transaction `tx` has committed. */
export async function announce(
  { enqueue, clock }: Pick<DeliveryDeps, 'enqueue' | 'clock'>,
  tx: Db,
  boardGid: string,
  event: Omit<BoardEvent, 'created_at'>,
): Promise<void> {
  const watchers = await listSubscriptions(tx, boardGid)
  const body = JSON.stringify({ events: [{ ...event, created_at: clock().toISOString() }] })
  for (const { gid } of watchers) await enqueue(tx, DELIVER, { subscriptionGid: gid, body })
}

async function post(target: string, headers: Record<string, string>, body: string): Promise<Response> {
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.arrayBuffer()
    return response
  } catch (cause) {
    throw new IntegrationError(`${SYSTEM} could not reach ${target}`, {
      system: SYSTEM,
      operation: 'tell a subscriber',
      kind: 'unavailable',
      cause,
    })
  }
}

/** Sends the secret to the subscriber, who must return it. */
export async function shakeHands(
  subscriber: Subscriber,
  { ownAddress }: Pick<DeliveryDeps, 'ownAddress'>,
): Promise<void> {
  const { target, secret } = subscriber
  const response = await post(addressOf(subscriber, ownAddress), { 'x-hook-secret': secret }, '')
  if (response.ok && response.headers.get('x-hook-secret') === secret) return
  throw new IntegrationError(`${SYSTEM} got no handshake from ${target}: ${response.status}`, {
    system: SYSTEM,
    operation: 'subscribe',
    kind: 'invalid',
    status: response.status,
  })
}

/** Brings one event to one subscriber, signed; a subscriber that is gone for good is forgotten. */
export function deliveryJob({
  db,
  ownAddress,
}: Pick<DeliveryDeps, 'db' | 'ownAddress'>): Job<z.infer<typeof Delivery>> {
  return {
    name: DELIVER,
    payload: Delivery,
    atOnce: 10,
    async run({ subscriptionGid, body }) {
      const subscription = await findSubscription(db, subscriptionGid)
      if (!subscription?.isActive) return
      const signature = createHmac('sha256', subscription.secret).update(body).digest('hex')
      const response = await post(
        addressOf(subscription, ownAddress),
        { 'x-hook-signature': signature },
        body,
      )
      if (response.ok) return
      if (response.status === 404 || response.status === 410) return removeSubscription(db, subscriptionGid)
      throw new IntegrationError(`A subscriber answered ${response.status}`, {
        system: SYSTEM,
        operation: 'tell a subscriber',
        kind: 'unavailable',
        status: response.status,
      })
    },
  }
}
