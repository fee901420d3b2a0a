import { eventHookEndpoints } from '#shared/features/operate/event-hooks/contract.ts'
import { HOOK_ROTATION_HOURS } from '#shared/features/operate/event-hooks/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { createHookSecret } from '../../../../security/event-signatures.ts'
import type { EventHookDeps } from '../deps.ts'
import { type ReadHook, readHook } from '../hook-reader.ts'
import * as store from '../store.ts'

/** Makes a new secret, shown this once. The old one signs too for a day, unless it may have leaked. */
export async function rotateSecret(
  deps: EventHookDeps,
  actor: PersonActor,
  { id, endOld }: { id: number; endOld: boolean },
): Promise<{ secret: string; hook: ReadHook }> {
  requires(actor, eventHookEndpoints.rotate.access)
  const secret = createHookSecret()
  await transaction(deps.db, async (tx) => {
    await deps.requireStepUp(tx, actor.session)
    const hook = await store.lockHook(tx, id)
    if (!hook) throw notFound('Event hook')
    if (hook.secret === null)
      throw new AppError(
        'conflict',
        'Messages to Slack and Teams aren’t signed. Their address is the secret.',
      )
    const oldSecretEndsAt = endOld ? null : new Date(deps.clock().getTime() + HOOK_ROTATION_HOURS * HOUR_MS)
    await store.updateHook(tx, id, {
      secret: deps.box.seal(secret),
      oldSecret: endOld ? null : hook.secret,
      oldSecretEndsAt,
    })
    await audit(tx, actor, 'event-hook.rotated', { id, label: hook.name, after: { endsOld: endOld } })
  })
  return { secret, hook: await readHook(deps, id) }
}
