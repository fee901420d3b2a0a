import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { hello, MESSAGES } from './messages.ts'
import { resetQuery, useReset } from './queries.ts'
import { SetPassword } from './set-password-panel.tsx'

/** Replaces a forgotten password and signs the user in. */
export function ResetPasswordScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const link = useQuery(resetQuery(token))
  const save = useReset()
  return (
    <SetPassword
      token={token}
      kind="reset"
      link={link}
      save={save}
      greeting={hello}
      failTitle={MESSAGES.resetNotDone}
      label="Reset password"
    />
  )
}
