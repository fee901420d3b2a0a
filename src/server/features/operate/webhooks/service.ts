import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { HookCall } from '../../../calls/handlers.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../errors.ts'
import { readJson } from '../../../read-json.ts'
import { isToken } from '../../../security/tokens.ts'
import type { WebhookDeps } from './deps.ts'
import * as store from './store.ts'

export const PROCESS_DELIVERY = 'webhooks.process-delivery'

const SIGNATURE = /^[0-9a-f]{64}$/
const SECRET = /^[\x21-\x7e]{16,500}$/

/** The part of an event that we act on: which task it is about. The task's current state is read from the board. */
const Event = z.object({
  action: z.string().max(40),
  resource: z.object({ gid: z.string().regex(/^\d{1,20}$/), resource_type: z.string().max(40) }),
})
export const Events = z.array(Event)

const Body = z.object({ events: z.array(z.unknown()) })

/** Is this the signature that the secret gives these bytes? */
function isSigned(body: Buffer, secret: string, signature: string | undefined): boolean {
  if (signature === undefined || !SIGNATURE.test(signature)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/** Events of kinds that we do not know are left out. */
function readEvents(body: Buffer): z.infer<typeof Events> {
  try {
    const { events } = Body.parse(readJson(body.toString('utf8')))
    return events.flatMap((event) => Event.safeParse(event).data ?? [])
  } catch {
    throw new AppError('invalid', 'The body contains no valid events.')
  }
}

async function sealSecret({ db, box }: WebhookDeps, id: string, secret: string): Promise<void> {
  if (!SECRET.test(secret)) throw new AppError('invalid', 'The secret is invalid.')
  if (!(await store.storeSecret(db, id, box.seal(secret))))
    throw forbidden('This subscription already has a secret.')
}

/** A delivery with a wrong signature is only counted. */
async function countRefusal({ db }: WebhookDeps, id: string): Promise<void> {
  await transaction(db, (tx) => store.countRefused(tx, id))
}

/** Stores new events and leaves the work to a job, so that the sender never waits. */
async function storeEvents(
  deps: WebhookDeps,
  subscription: store.SubscriptionRecord,
  body: Buffer,
): Promise<void> {
  const { db, enqueue, clock } = deps
  const events = readEvents(body)
  const now = clock()
  await transaction(db, async (tx) => {
    await store.updateSubscription(tx, subscription.id, { lastSeenAt: now })
    if (events.length === 0) return
    const digest = createHash('sha256').update(body).digest('base64url')
    const delivery = { subscriptionId: subscription.id, digest, body: events, receivedAt: now }
    const deliveryId = await store.insertDelivery(tx, delivery)
    if (deliveryId !== undefined) await enqueue(tx, PROCESS_DELIVERY, { deliveryId })
  })
}

/**
 * Takes a call of a connected system. Only a subscription that has just been asked for takes a secret, and only once;
 * after that, only bytes signed with it count. What came before, byte for byte, changes nothing.
 */
export async function receiveHook(
  deps: WebhookDeps,
  subscriptionId: string,
  { secret, signature, body, greet }: HookCall,
): Promise<void> {
  const subscription = isToken(subscriptionId)
    ? await store.findSubscription(deps.db, subscriptionId)
    : undefined
  if (!subscription) throw notFound('Subscription')
  if (secret !== undefined) {
    await sealSecret(deps, subscriptionId, secret)
    return greet(secret)
  }
  const known = subscription.secret === null ? null : deps.box.open(subscription.secret)
  if (known === null || !isSigned(body, known, signature)) {
    await countRefusal(deps, subscription.id)
    throw forbidden('The signature is invalid.')
  }
  await storeEvents(deps, subscription, body)
}
