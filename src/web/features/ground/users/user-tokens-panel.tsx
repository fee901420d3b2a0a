import { useMemo } from 'react'
import { grantsOf } from '#shared/access/roles.ts'
import type { User } from '#shared/features/ground/users/contract.ts'
import { useMay } from '#web/api/session.ts'
import type { TokenAccount } from '#web/features/ground/tokens/messages.ts'
import { TokensPanel } from '#web/features/ground/tokens/tokens-panel.tsx'
import { nameOf } from './messages.ts'

/** A person's API tokens, which users who may change users can revoke. */
export function UserTokensPanel({ user }: { user: User }) {
  const mayRevoke = useMay('UpdateUser')
  const account = useMemo<TokenAccount>(
    () => ({
      holder: 'person',
      userId: user.id,
      permissions: grantsOf(user.role_id),
      reminded: nameOf(user),
    }),
    [user],
  )
  return <TokensPanel account={account} title="API tokens" mayChange={mayRevoke} />
}
