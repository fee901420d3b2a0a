import type { ReactNode } from 'react'
import type { EventHookDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { MomentDay, NearMoment } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { failingWords, GONE, MESSAGES, MISSED, PAUSED_BY_COPYDESK } from './messages.ts'
import { useResumeHook } from './queries.ts'

function ResumeButton({ hook }: { hook: EventHookDetails }) {
  const { mutate, isPending } = useResumeHook(hook.id)
  return (
    <Button size="small" loading={isPending} onClick={() => mutate()}>
      {MESSAGES.resume}
    </Button>
  )
}

interface NoteProps {
  kind: 'bad' | 'warn' | 'note'
  button: ReactNode
  children: ReactNode
}

const Note = ({ kind, button, children }: NoteProps) => (
  <div className="hook-note mb-16">
    <Alert kind={kind}>
      <div className="cluster between gap-12 row-gap-8">
        <p>{children}</p>
        {button}
      </div>
    </Alert>
  </div>
)

function Paused({ hook }: { hook: EventHookDetails }) {
  const { paused_by: pauser, stopped_at: at } = hook
  return (
    <Note kind={pauser ? 'note' : 'warn'} button={<ResumeButton hook={hook} />}>
      {pauser ? (
        <>
          Paused by {pauser.name}
          {at !== null && (
            <>
              {' '}
              on <MomentDay moment={at} />
            </>
          )}
          . {MISSED}
        </>
      ) : (
        `${PAUSED_BY_COPYDESK} ${MISSED}`
      )}
    </Note>
  )
}

interface HookStateNoteProps {
  hook: EventHookDetails
  onSendAllAgain: () => void
}

/** Why events do not arrive, and what to do; nothing while they do. */
export function HookStateNote({ hook, onSendAllAgain }: HookStateNoteProps) {
  const { state, failing_since: since, waiting } = hook
  if (state === 'paused') return <Paused hook={hook} />
  if (state === 'gone')
    return (
      <Note kind="warn" button={<ResumeButton hook={hook} />}>
        {GONE} {MISSED}
      </Note>
    )
  if (state !== 'failing') return null
  return (
    <Note
      kind="bad"
      button={
        <Button size="small" onClick={onSendAllAgain}>
          {MESSAGES.sendAllAgain}
        </Button>
      }
    >
      <b>
        Failing
        {since !== null && (
          <>
            {' '}
            since <NearMoment moment={since} />
          </>
        )}
        .
      </b>{' '}
      {failingWords(waiting)}
    </Note>
  )
}
