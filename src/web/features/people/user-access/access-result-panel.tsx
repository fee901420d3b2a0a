import { Link } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { useRef, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { AccessItem, AccessLookup } from '#shared/features/people/user-access/contract.ts'
import { counted } from '#shared/format/count.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { RunPanel } from '#web/features/people/offboarding/run-panel.tsx'
import { RunsPanel } from '#web/features/people/offboarding/runs-panel.tsx'
import { Person } from '#web/ui/cells/person.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { AccessList } from './access-list.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { OWN_ACCESS, openWords, unaskedWords } from './messages.ts'
import { useRevocation } from './use-revocation.ts'

const OffboardingPlanDialog = onDemand(() =>
  import('../offboarding/offboarding-plan-dialog.tsx').then(
    ({ OffboardingPlanDialog }) => OffboardingPlanDialog,
  ),
)

interface AccessResultPanelProps {
  sought: AccessLookup
  items: readonly AccessItem[]
  /** The time of the lookup, in ms since 1970. */
  foundAt: number
}

/** The path of Copydesk's own accounts. */
const HERE = '/users/'

/** The person's name as far as any system knows it, with a link to their account here if there is one. */
function Sought({ items, email }: { items: readonly AccessItem[]; email: string }) {
  const mayOpen = useMay(...SCREENS.userDetails.access)
  const name = items.find((item) => item.name !== null)?.name
  if (name == null) return email
  const here = items.find(({ operation }) => operation === 'copydesk')
  const [first_name = '', ...rest] = name.split(' ')
  const id = mayOpen && here?.url?.startsWith(HERE) ? here.url.slice(HERE.length) : null
  return (
    <Person
      person={{ first_name, last_name: rest.join(' ') }}
      note={here?.url ? `${email} · ${here.detail}` : email}
    >
      {id === null ? (
        name
      ) : (
        <Link to={SCREENS.userDetails.path} params={{ id }}>
          {name}
        </Link>
      )}
    </Person>
  )
}

interface RevokeAllButtonProps {
  count: number
  isOwn: boolean
  isBusy: boolean
  onPlan: () => void
}

/** Opens the plan that revokes all access, except for one's own account. */
function RevokeAllButton({ count, isOwn, isBusy, onPlan }: RevokeAllButtonProps) {
  const looks = {
    danger: true,
    icon: <ShieldX size={16} aria-hidden="true" />,
    children: `Revoke all ${counted(count)}`,
  } as const
  if (isOwn) return <ReasonedButton {...looks} why={OWN_ACCESS} />
  return <Button {...looks} disabled={isBusy} onClick={onPlan} />
}

/** The systems with open access, and the actions taken. */
export function AccessResultPanel({ sought, items, foundAt }: AccessResultPanelProps) {
  const revocation = useRevocation(sought, foundAt)
  const [isPlanning, setPlanning] = useState(false)
  const aside = useRef<HTMLDivElement>(null)
  const isOwn = useUser()?.username.toLowerCase() === sought.email.trim().toLowerCase()
  /**
   * The control that opened the dialog is disabled during the run, so the focus moves to the run's progress.
   */
  const begun = () => {
    setPlanning(false)
    aside.current?.focus()
  }
  const open = items.filter((item) => item.active && revocation.standingOf(item) !== 'revoked')
  const failed = items.filter(({ error }) => error !== null).length
  return (
    <div className="access-result stack bounded gap-16">
      <div>
        <div className="access-answer cluster between gap-12 sheet">
          <p role="status">
            <strong className="answer-figure">
              {openWords({ open: open.length, systems: items.length, failed })}
            </strong>
            <Sought items={items} email={sought.email} />
            {failed > 0 && <span className="access-error"> · {unaskedWords(failed)}</span>}
          </p>
          {open.length > 0 && (
            <RevokeAllButton
              count={open.length}
              isOwn={isOwn}
              isBusy={revocation.isBusy}
              onPlan={() => setPlanning(true)}
            />
          )}
        </div>
        <AccessList items={items} revocation={revocation} isOwn={isOwn} />
      </div>
      <div className="stack gap-16" ref={aside} tabIndex={-1}>
        {revocation.runId !== undefined && <RunPanel id={revocation.runId} />}
        <EvidencePanel email={sought.email} />
        <RunsPanel except={revocation.runId} />
      </div>
      {isPlanning && (
        <OffboardingPlanDialog sought={sought} onStarted={begun} onClose={() => setPlanning(false)} />
      )}
    </div>
  )
}
