import '#web/ui/input/controls.css'
import '#web/ui/theme/antd.css'
import '#web/ui/theme/kit.css'
import '../screen-styles.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { ConnectRequest } from '#shared/features/ground/assistants/contract.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { ConsentCard } from '#web/features/ground/assistants/consent-card.tsx'
import { useSignOut } from '#web/features/ground/auth/queries.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { ConfirmHost } from '#web/ui/overlay/confirm-host.tsx'
import { LibraryTheme } from '#web/ui/theme/library-theme.tsx'
import { TimeZone } from '#web/ui/time-zone.ts'
import { StepUpHost } from './step-up-host.tsx'

interface ConsentLayoutProps {
  uid: string
  request: ConnectRequest
  user: SignedInUser
}

/** The consent card, with what the dialog to confirm the user's identity needs. */
export function ConsentLayout({ uid, request, user }: ConsentLayoutProps) {
  const { data: health } = useQuery(healthQuery)
  const navigate = useNavigate()
  const signOut = useSignOut()
  const leave = () => {
    signOut()
    // Instead of the first page: another user answers here.
    void navigate({ to: SCREENS.connect.path, params: { uid }, replace: true, ignoreBlocker: true })
  }
  return (
    <LibraryTheme>
      <ConfirmHost>
        <TimeZone value={health?.time_zone}>
          <ConsentCard key={user.id} uid={uid} request={request} user={user} onLeave={leave} />
          <StepUpHost key={`step-up ${user.id}`} />
        </TimeZone>
      </ConfirmHost>
    </LibraryTheme>
  )
}
