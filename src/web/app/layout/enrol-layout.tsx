import '#web/ui/input/controls.css'
import '#web/ui/theme/antd.css'
import '#web/ui/theme/kit.css'
import '../screen-styles.ts'
import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { EnrolPanel } from '#web/features/ground/factors/enrol-panel.tsx'
import { ENROL_TITLE } from '#web/features/ground/factors/messages.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { useLeaveGuard } from '#web/ui/hooks/use-unsaved.ts'
import { Mark } from '#web/ui/logo.tsx'
import { ConfirmHost } from '#web/ui/overlay/confirm-host.tsx'
import { LibraryTheme } from '#web/ui/theme/library-theme.tsx'
import { TimeZone } from '#web/ui/time-zone.ts'
import { PRODUCT_NAME } from '../product.ts'
import { Footer } from './footer.tsx'
import { StepUpHost } from './step-up-host.tsx'

function Card({ user }: { user: SignedInUser }) {
  useLeaveGuard()
  return (
    <div className="signed-out column justify-center gap-20">
      <main className="card">
        <title>{`${ENROL_TITLE} · ${PRODUCT_NAME}`}</title>
        <h1 className="card-title row gap-12">
          <Mark size={32} />
          {PRODUCT_NAME}
        </h1>
        <EnrolPanel user={user} />
      </main>
      <Footer />
    </div>
  )
}

/** In place of every screen, while the user must set up a second factor. The address stays for afterwards. */
export function EnrolLayout({ user }: { user: SignedInUser }) {
  const { data: health } = useQuery(healthQuery)
  return (
    <LibraryTheme>
      <ConfirmHost>
        <TimeZone value={health?.time_zone}>
          <Card user={user} key={user.id} />
          <StepUpHost key={`step-up ${user.id}`} />
        </TimeZone>
      </ConfirmHost>
    </LibraryTheme>
  )
}
