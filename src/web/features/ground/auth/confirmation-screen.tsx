import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { MESSAGES, welcome } from './messages.ts'
import { confirmationQuery, useConfirmPassword } from './queries.ts'
import { SetPassword } from './set-password-panel.tsx'

const InvitedPanel = onDemand(() =>
  import('#web/features/ground/provider/invited-panel.tsx').then(({ InvitedPanel }) => InvitedPanel),
)

/** Sets the first password of an invited user and signs them in. */
export function ConfirmationScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const { data: health } = useQuery(healthQuery)
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
      below={health?.provider && <InvitedPanel label={health.provider.label} token={token} />}
    />
  )
}
