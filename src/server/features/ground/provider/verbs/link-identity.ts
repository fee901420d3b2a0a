import type { Db } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import type { ProviderPerson } from '../../../../integrations/sign-in-provider/port.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { Account } from '../../auth/service.ts'
import { type ConfiguredDeps, refuse } from '../deps.ts'
import * as store from '../store.ts'

interface Link {
  account: Account
  person: ProviderPerson
  by: store.Identity['linkedBy']
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
  if (!identity)
    throw refuse(
      'taken',
      `That ${label} account is already connected to another user, or you’re already connected to another ${label} account.`,
    )
  await audit(tx, actor, 'identity.linked', {
    id: account.id,
    label: fullNameOf(account),
    after: { provider: label, email, by },
  })
  if (by !== 'created') await deps.factors.tellOwner(tx, { userId: account.id, event: 'provider-connected' })
  return identity
}
