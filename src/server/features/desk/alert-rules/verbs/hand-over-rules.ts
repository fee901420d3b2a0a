import { MOST_OWN_RULES } from '#shared/features/desk/alert-rules/rules.ts'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import * as store from '../store.ts'

/**
 * Hands over all rules of a user in the caller's transaction; returns which. The new owner replaces the old
 * one as a recipient; other recipients stay.
 * Refused if the new owner would exceed the limit per user.
 */
export async function handOverRules(
  tx: Db,
  actor: Caller,
  { fromId, toId, toName }: { fromId: number; toId: number; toName: string },
): Promise<number[]> {
  requires(actor, offboardingEndpoints.handOver.access)
  const rules = await store.lockOwnRules(tx, fromId)
  if (rules.length === 0) return []
  const { own } = await store.countRules(tx, toId)
  if (own + rules.length > MOST_OWN_RULES) {
    const many = `Each person can have ${MOST_OWN_RULES} alert rules. ${toName} has ${own} and would get ${rules.length} more`
    throw new AppError('conflict', `${many}. Choose another person, or delete some first.`)
  }
  for (const { id, name, version } of rules) {
    await store.updateRule(tx, id, { ownerId: toId, version: version + 1 })
    const people = await store.listPeople(tx, id)
    const told = people.map((userId) => (userId === fromId ? toId : userId))
    if (people.includes(fromId)) await store.replacePeople(tx, id, told)
    const changes = { before: { ownerId: fromId, people }, after: { ownerId: toId, people: told } }
    await audit(tx, actor, 'alert.handed-over', { id, label: name, ...changes })
  }
  return rules.map(({ id }) => id)
}
