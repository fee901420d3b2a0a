import type { Db } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import type { ProviderPerson } from '../../../../integrations/sign-in-provider/port.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { MAIL_FACTORS } from '../../factors/jobs.ts'
import { changedWords } from '../../factors/mails.ts'
import { type ConfiguredDeps, refuse } from '../deps.ts'
import * as store from '../store.ts'

interface Link {
  account: store.Account
  person: ProviderPerson
  by: store.Identity['linkedBy']
}

/** Tells users how they can sign in now; it may have been somebody else. */
export async function tellOwner(
  tx: Db,
  { clock, enqueue, notify }: ConfiguredDeps,
  { userId, event }: { userId: number; event: 'provider-connected' | 'provider-disconnected' },
): Promise<void> {
  await notify(tx, { userId, kind: 'sign-in-changed', actorId: null, words: changedWords(event) })
  await enqueue(tx, MAIL_FACTORS, { userId, event, at: clock().toISOString() })
}

/** Connects an account at the provider with a user, whose row is locked. */
export async function linkIdentity(
  tx: Db,
  deps: ConfiguredDeps,
  actor: Actor,
  { account, person, by }: Link,
): Promise<store.Identity> {
  const { issuer, subject, email } = person
  const { label } = deps.signInProvider
  const identity = await store.insertIdentity(tx, {
    ...{ userId: account.id, issuer, subject, email },
    ...{ linkedBy: by, linkedAt: deps.clock() },
  })
  if (!identity) throw refuse('taken', `That ${label} account, or yours here, is already connected.`)
  await audit(tx, actor, 'identity.linked', {
    id: account.id,
    label: fullNameOf(account),
    after: { provider: label, email, by },
  })
  if (by !== 'created') await tellOwner(tx, deps, { userId: account.id, event: 'provider-connected' })
  return identity
}
