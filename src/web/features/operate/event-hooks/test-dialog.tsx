import type { EventSendDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { answeredWords, MESSAGES } from './messages.ts'
import { AnswerCard, RequestCard } from './send-panel.tsx'

const WIDTH = 560

interface TestDialogProps {
  name: string
  isSigned: boolean
  /** Undefined while the answer is awaited. */
  send: EventSendDetails | undefined
  error: Error | null
  isTesting: boolean
  onTest: () => void
  onClose: () => void
}

function Outcome({ send }: { send: EventSendDetails }) {
  const last = send.attempts.at(-1)
  if (last?.arrived)
    return (
      <Alert kind="good">
        <b>{MESSAGES.arrived}</b> {answeredWords(last.status, last.ms)}.
      </Alert>
    )
  return (
    <Alert kind="bad">
      <b>{MESSAGES.didNotArrive}</b> {last?.error ?? `${answeredWords(last?.status ?? null, last?.ms ?? 0)}.`}
    </Alert>
  )
}

/** The outcome of a test, with its request and its answer. */
export function TestDialog({ name, isSigned, send, error, isTesting, onTest, onClose }: TestDialogProps) {
  return (
    <Dialog
      open
      title={`Test of “${name}”`}
      width={WIDTH}
      submitText="Test again"
      cancelText="Close"
      busy={isTesting}
      onSubmit={onTest}
      onClose={onClose}
    >
      {isTesting ? (
        <Skeleton lines={3} label={MESSAGES.testing} />
      ) : error ? (
        <Alert kind="bad" title={MESSAGES.notTested}>
          {error.message}
        </Alert>
      ) : (
        send && (
          <div className="stack bounded gap-12">
            <Outcome send={send} />
            <RequestCard send={send} isSigned={isSigned} />
            {send.answer && <AnswerCard send={send} />}
          </div>
        )
      )}
    </Dialog>
  )
}
