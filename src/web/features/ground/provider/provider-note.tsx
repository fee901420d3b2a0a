import './provider.css'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { AWAY_NOTE, awayTitle, canceledNote, MESSAGES } from './messages.ts'
import { useIsAway } from './provider-sign-in-panel.tsx'
import { useProviderRefusal } from './use-provider-refusal.ts'

function Note({ label }: { label: string }) {
  const refusal = useProviderRefusal()
  const isAway = useIsAway()
  if (isAway)
    return (
      <Alert kind="warn" title={awayTitle(label)}>
        {AWAY_NOTE}
      </Alert>
    )
  if (refusal === null) return null
  if (refusal.reason === 'canceled') return <Alert kind="note">{canceledNote(label)}</Alert>
  if (refusal.reason === 'connectFirst') return <Alert kind="note">{refusal.message}</Alert>
  return (
    <Alert kind="bad" title={MESSAGES.signInError}>
      {refusal.message}
    </Alert>
  )
}

/** Above the sign-in form: why the provider signed nobody in. */
export const ProviderNote = ({ label }: { label: string }) => (
  <div className="provider-note">
    <Note label={label} />
  </div>
)
