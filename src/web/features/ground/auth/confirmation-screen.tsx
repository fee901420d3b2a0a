import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MESSAGES, welcome } from './messages.ts'
import { confirmationQuery, useConfirmPassword } from './queries.ts'
import { SetPassword } from './set-password-panel.tsx'

/** Sets the first password of an invited user and signs them in. */
export function ConfirmationScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const link = useQuery(confirmationQuery(token))
  const save = useConfirmPassword()
  return (
    <SetPassword
      token={token}
      kind="invitation"
      link={link}
      save={save}
      greeting={welcome}
      failTitle={MESSAGES.confirmFailed}
      label="Create a password"
    />
  )
}
