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

/** What happened on a board, as subscribers are told: in the words of the vendor whose place this board takes. */
export interface BoardEvent {
  action: 'added' | 'changed' | 'deleted'
  resource: { gid: string; resource_type: 'task' }
  parent: { gid: string; resource_type: 'section' } | null
  change: { field: string; action: 'changed' } | null
  created_at: string
}

const Delivery = z.object({ subscriptionGid: z.string(), body: z.string() })

export interface DeliveryParts {
  db: Db
  enqueue: Enqueue
  clock: () => Date
  /** Where this server is reached on this machine; null where it does not listen. */
  ownAddress: () => string | null
}

type Subscriber = Pick<BoardSubscriptionRow, 'target' | 'secret'>

/** A path is one of ours: whichever server has the job tells itself, wherever it is by now. */
function addressOf({ target }: Subscriber, ownAddress: DeliveryParts['ownAddress']): string {
  if (!target.startsWith('/')) return target
  const own = ownAddress()
  if (own !== null) return own + target
  throw new IntegrationError(`${SYSTEM} cannot notify a server that is not listening`, {
    system: SYSTEM,
    operation: 'tell a subscriber',
    kind: 'unavailable',
  })
}

/** Tells everybody who watches the board, once the transaction that `tx` stands for has committed. */
export async function announce(
  { enqueue, clock }: Pick<DeliveryParts, 'enqueue' | 'clock'>,
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

/** Shows the secret to the subscriber, who must answer with the same. */
export async function shakeHands(
  subscriber: Subscriber,
  { ownAddress }: Pick<DeliveryParts, 'ownAddress'>,
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
}: Pick<DeliveryParts, 'db' | 'ownAddress'>): Job<z.infer<typeof Delivery>> {
  return {
    name: DELIVER,
    payload: Delivery,
    atOnce: 10,
    leaseSeconds: 60,
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
