import {
  ACTS,
  type Act,
  type AuditFields,
  auditValue,
  differenceOf,
} from '#shared/features/ground/audit/rules.ts'
import type { Db } from '../db/connect.ts'
import { fullNameOf } from '../db/sql/full-name.ts'
import { auditEntries } from '../observed.ts'
import type { Actor } from './actor.ts'
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts'
import { eventOf } from './event-of-act.ts'
import { insertEntryAndSends } from './event-store.ts'
import { wakeHooks } from './events.ts'

type Who = Pick<
  NewAuditEntry,
  | 'actorKind'
  | 'actorId'
  | 'actorName'
  | 'roleId'
  | 'address'
  | 'requestId'
  | 'credentialId'
  | 'credentialName'
>

function whoOf(actor: Actor): Who {
  const { kind: actorKind } = actor
  switch (actor.kind) {
    case 'person':
    case 'token':
    case 'run': {
      const { id, roleId, origin } = actor
      const name = fullNameOf(actor)
      const actorName = actor.kind === 'run' ? `${name} (${actor.run})` : name
      const credential =
        actor.kind === 'token'
          ? { credentialId: actor.credential.id, credentialName: actor.credential.name }
          : {}
      return { actorKind, actorId: id, actorName, roleId, ...origin, ...credential }
    }
    case 'visitor':
      return { actorKind, actorName: actor.name, ...actor.origin }
    case 'webhook':
      return { actorKind, actorName: actor.source }
    default:
      return { actorKind, actorName: actor.name }
  }
}

/** On which row something was done, and what of it is different now. */
export interface AuditSubject {
  id?: number | string | null | undefined
  /** What it is called, for people. */
  label?: string | null | undefined
  before?: object
  after?: object
  /** It can still be undone, so other systems get it later. */
  isHeld?: boolean | undefined
}

const cleaned = (fields: object | undefined) =>
  fields === undefined ? null : (auditValue(fields) as AuditFields)

/** Records the event for the hooks that listen, in the same transaction: it exists exactly if its act does. */
async function insertWithEvent(
  tx: Db,
  { event, isHeld }: { event: ReturnType<typeof eventOf>; isHeld: boolean },
  entry: NewAuditEntry,
) {
  if (event === null) return insertAuditEntry(tx, entry)
  const { actorKind, actorName } = entry
  const hookIds = await insertEntryAndSends(tx, entry, { ...event, isHeld, actorKind, actorName })
  if (!isHeld) await wakeHooks(tx, hookIds)
}

/**
 * Writes an audit entry in the transaction `tx` of the action, so that both are stored or neither. If
 * `before` and `after` are given, only their differences are stored, and never secret-looking values.
 */
export async function audit(tx: Db, actor: Actor, act: Act, subject: AuditSubject = {}): Promise<void> {
  const { id, label, before, after, isHeld = false } = subject
  const states = before && after ? differenceOf(before, after) : { before, after }
  const who = whoOf(actor)
  await insertWithEvent(
    tx,
    { event: eventOf(act, subject), isHeld },
    {
      ...who,
      act,
      noun: ACTS[act].on,
      nounId: id === undefined || id === null ? null : String(id),
      label: label === undefined || label === null ? null : String(auditValue(label)),
      before: cleaned(states.before),
      after: cleaned(states.after),
    },
  )
  auditEntries.publish({ act, actorKind: actor.kind, after: states.after })
}
