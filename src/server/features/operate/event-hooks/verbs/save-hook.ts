import { eventHookEndpoints } from '#shared/features/operate/event-hooks/contract.ts'
import {
  addressFault,
  type EventHookBody,
  type EventHookChange,
  INNER_ADDRESS,
  OTHER_PORT,
  PLAIN_ADDRESS,
} from '#shared/features/operate/event-hooks/form.ts'
import { type HookFormat, MOST_HOOKS } from '#shared/features/operate/event-hooks/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { AppError, notFound, RequestInvalid } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { createHookSecret } from '../../../../security/event-signatures.ts'
import { wakeHooks } from '../../../../security/events.ts'
import type { EventHookDeps } from '../deps.ts'
import { type ReadHook, readHook } from '../hook-reader.ts'
import { readSiteNames } from '../queries.ts'
import { nextMorning } from '../schedule-reader.ts'
import * as store from '../store.ts'

const invalid = (path: string, message: string) => new RequestInvalid('body', [{ path, message }])

const REFUSALS = { inner: INNER_ADDRESS, plain: PLAIN_ADDRESS, port: OTHER_PORT } as const

/** Looks names up, so it is called outside of transactions. Each request is checked again. */
async function refuseAddress({ poster }: EventHookDeps, format: HookFormat, address: string): Promise<void> {
  const fault = addressFault(format, address)
  if (fault !== undefined) throw invalid('address', fault)
  const refusal = await poster.refusalOf(address)
  if (refusal !== undefined) throw invalid('address', REFUSALS[refusal])
}

async function refuseUnknownSites(tx: Db, siteIds: readonly number[] | null): Promise<void> {
  if (siteIds !== null && (await readSiteNames(tx, siteIds)).size < new Set(siteIds).size)
    throw invalid('site_ids', 'One of these sites doesn’t exist any more.')
}

type Fields = Pick<EventHookBody, 'name' | 'types' | 'site_ids' | 'timing'>

const valuesOf = ({ name, types, site_ids: siteIds, timing }: Fields) => ({
  ...{ name, types: [...new Set(types)].sort(), siteIds: siteIds && [...new Set(siteIds)], timing },
})

/** What the trail says of a hook: of its address only the host, which is no secret. */
const traceOf = ({
  name,
  host,
  types,
  siteIds,
  timing,
}: Pick<store.HookRecord, 'name' | 'host' | 'types' | 'siteIds' | 'timing'>) => ({
  ...{ name, host, types, siteIds, timing },
})

const firstMoment = ({ clock, timeZone }: EventHookDeps, timing: store.HookRecord['timing']) =>
  timing === 'daily' ? nextMorning(clock(), timeZone) : null

/** Returns the hook with its secret, which is shown this once. */
export async function createHook(
  deps: EventHookDeps,
  actor: PersonActor,
  body: EventHookBody,
): Promise<{ secret: string | null; hook: ReadHook }> {
  requires(actor, eventHookEndpoints.create.access)
  const { format, address } = body
  await refuseAddress(deps, format, address)
  const secret = format === 'standard' ? createHookSecret() : null
  const values = { ...valuesOf(body), host: new URL(address).host }
  const id = await transaction(deps.db, async (tx) => {
    await deps.requireStepUp(tx, actor.session)
    await store.lockHooks(tx)
    if ((await store.countHooks(tx)) >= MOST_HOOKS)
      throw new AppError(
        'conflict',
        `There are ${MOST_HOOKS} event hooks, the most possible. Delete one first.`,
      )
    await refuseUnknownSites(tx, values.siteIds)
    const made = await store.insertHook(tx, {
      ...{ ...values, format, createdAt: deps.clock(), createdBy: actor.id },
      address: deps.box.seal(address),
      secret: secret && deps.box.seal(secret),
      nextAt: firstMoment(deps, values.timing),
    })
    await audit(tx, actor, 'event-hook.created', {
      ...{ id: made, label: values.name, after: { ...traceOf(values), format } },
    })
    return made
  })
  return { secret, hook: await readHook(deps, id) }
}

export async function updateHook(
  deps: EventHookDeps,
  actor: PersonActor,
  { id, change }: { id: number; change: EventHookChange },
): Promise<ReadHook> {
  requires(actor, eventHookEndpoints.update.access)
  const { address, version } = change
  const known = await readHook(deps, id)
  if (address !== undefined) await refuseAddress(deps, known.row.format, address)
  const values = valuesOf(change)
  await transaction(deps.db, async (tx) => {
    const before = await store.lockHook(tx, id)
    if (!before) throw notFound('Event hook')
    const current = () => readHook({ ...deps, db: tx }, id)
    const message = 'Another user has changed this event hook.'
    await refuseOldVersion({ sent: version, stored: before.version, message, current })
    if (before.format === 'standard' && values.timing === 'daily')
      throw invalid('timing', 'Only Slack and Teams messages can be collected.')
    await refuseUnknownSites(tx, values.siteIds)
    const isMoved = address !== undefined && deps.box.open(before.address) !== address
    if (isMoved) await deps.requireStepUp(tx, actor.session)
    const moved = isMoved ? { address: deps.box.seal(address), host: new URL(address).host } : {}
    const nextAt = before.timing === values.timing ? before.nextAt : firstMoment(deps, values.timing)
    await store.updateHook(tx, id, { ...values, ...moved, nextAt })
    const after = {
      ...traceOf({ ...before, ...values, ...moved }),
      ...(isMoved ? { address: 'changed' } : {}),
    }
    await audit(tx, actor, 'event-hook.changed', { id, label: values.name, before: traceOf(before), after })
    await wakeHooks(tx, [id])
  })
  return readHook(deps, id)
}
