import { useQuery } from '@tanstack/react-query'
import { Copy, Send } from 'lucide-react'
import type { EventHookDetails, EventSendDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { isAddressSecret } from '#shared/features/operate/event-hooks/form.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { CodeCard, JsonCard } from './code-card.tsx'
import { curlLines, MESSAGES, milliseconds, pauseWords } from './messages.ts'
import { sendQuery, useSendAgain } from './queries.ts'
import { TriesList } from './tries-list.tsx'

interface PartProps {
  send: EventSendDetails
}

const headerLines = (headers: EventSendDetails['request']['headers']) =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

export function RequestCard({ send: { request }, isSigned }: PartProps & { isSigned: boolean }) {
  return (
    <section aria-label="Sent" className="stack bounded gap-8">
      <h3 className="row gap-8">
        Sent
        {request.is_rotating && <StatusBadge label={MESSAGES.twoSignatures} tone="note" />}
      </h3>
      <CodeCard label="Request headers">
        <span className="quiet">POST {request.address}</span>
        {request.headers.length > 0 && `\n${headerLines(request.headers)}`}
      </CodeCard>
      {request.body !== '' && <JsonCard label="Request body" text={request.body} />}
      {!isSigned && <p className="meta">{MESSAGES.unsigned}</p>}
    </section>
  )
}

export function AnswerCard({ send: { answer, attempts } }: PartProps) {
  const last = attempts.at(-1)
  return (
    <section aria-label="Answered" className="stack bounded gap-8">
      <h3 className="row gap-8">
        Answered
        {answer && (
          <>
            <StatusBadge label={String(answer.status)} tone={last?.arrived ? 'good' : 'bad'} />
            <span className="quiet regular">in {milliseconds(answer.ms)}</span>
          </>
        )}
      </h3>
      {last && last.status === null && <p>{last.error ?? MESSAGES.noAnswer}</p>}
      {!last && <p className="quiet">{MESSAGES.notTried}</p>}
      {answer && (
        <CodeCard label="Answer">
          {headerLines(answer.headers)}
          {'\n\n'}
          <span className="quiet">{answer.body === '' ? MESSAGES.emptyAnswer : answer.body}</span>
        </CodeCard>
      )}
      {answer?.wait_seconds != null && (
        <p className="meta">The receiver asked us to wait {pauseWords(answer.wait_seconds)}.</p>
      )}
      {answer?.is_cut && <p className="meta">{MESSAGES.cut}</p>}
    </section>
  )
}

function Details({ hook, send }: PartProps & { hook: EventHookDetails }) {
  const { mutate, isPending } = useSendAgain(hook.id)
  const { address, headers, body } = send.request
  const isSecret = isAddressSecret(hook.format)
  const isStopped = hook.state === 'paused' || hook.state === 'gone'
  return (
    <div className="hook-send">
      <div className="cluster between gap-8 span-columns">
        <TriesList send={send} />
        <span className="cluster gap-8 push">
          {!isStopped && (
            <Button
              size="small"
              icon={<Send aria-hidden="true" />}
              loading={isPending}
              onClick={() => mutate(send.id)}
            >
              Send again now
            </Button>
          )}
          {!isSecret && body !== '' && (
            <CopyButton
              label="Copy as curl"
              text={() => curlLines(address, headers, body)}
              done="Copied"
              icon={<Copy aria-hidden="true" />}
            >
              Copy as curl
            </CopyButton>
          )}
        </span>
      </div>
      <RequestCard send={send} isSigned={!isSecret} />
      <AnswerCard send={send} />
    </div>
  )
}

interface SendPanelProps {
  hook: EventHookDetails
  sendId: string
}

/** One event of a hook: its tries, the request and the answer. */
export function SendPanel({ hook, sendId }: SendPanelProps) {
  const { data: send, error, refetch } = useQuery(sendQuery(hook.id, sendId))
  if (send) return <Details hook={hook} send={send} />
  if (send === null) return <p className="quiet">{MESSAGES.noSuchSend}</p>
  return error ? (
    <Failed title={MESSAGES.sendFailed} message={error.message} onRetry={() => void refetch()} />
  ) : (
    <Skeleton lines={6} />
  )
}
