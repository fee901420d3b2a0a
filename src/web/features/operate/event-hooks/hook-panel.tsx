import { type ReactNode, useRef, useState } from 'react'
import type { EventHookDetails, MadeEventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { isAddressSecret } from '#shared/features/operate/event-hooks/form.ts'
import { FORMAT_LABELS } from '#shared/features/operate/event-hooks/rules.ts'
import { MomentDay, NearMoment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { HookButtonsRow } from './hook-buttons-row.tsx'
import { HookFactsPanel } from './hook-facts-panel.tsx'
import { HookStateNote } from './hook-state-note.tsx'
import { MESSAGES, reachWords, STATE_LOOKS } from './messages.ts'
import { useSendAgain, useTestHook } from './queries.ts'
import type { HookSearch } from './search.ts'
import { SendsTable } from './sends-table.tsx'
import { useSendKeys } from './use-send-keys.ts'

const TestDialog = onDemand(() => import('./test-dialog.tsx').then(({ TestDialog }) => TestDialog))
const RotateSecretDialog = onDemand(() =>
  import('./rotate-secret-dialog.tsx').then(({ RotateSecretDialog }) => RotateSecretDialog),
)
const HookSecretDialog = onDemand(() =>
  import('./hook-secret-dialog.tsx').then(({ HookSecretDialog }) => HookSecretDialog),
)
const SendFailedAgainDialog = onDemand(() =>
  import('./send-failed-again-dialog.tsx').then(({ SendFailedAgainDialog }) => SendFailedAgainDialog),
)

function About({ hook }: { hook: EventHookDetails }) {
  const { address, format, created_by: maker, created_at: made, old_secret_ends_at: rotating } = hook
  return (
    <p className="quiet break-words mb-16">
      {address === '' ? <span className="bad-text">{MESSAGES.unreadable}</span> : <code>{address}</code>} ·{' '}
      {FORMAT_LABELS[format]} · {reachWords(hook)} · made {maker && `by ${maker.name}, `}
      <MomentDay moment={made} />
      {rotating !== null && (
        <>
          {' · two signatures until '}
          <NearMoment moment={rotating} />
        </>
      )}
    </p>
  )
}

/** Whether the log may show events to send again. While the hook fails, the note above offers the same. */
const hasFailed = ({ state, failed }: EventHookDetails, { state: filter }: HookSearch) =>
  state === 'active' && (failed > 0 || filter === 'failed' || filter === 'given_up')

interface HookPanelProps {
  back: ReactNode
  hook: EventHookDetails
  search: HookSearch
  onChange: (patch: Partial<HookSearch>) => void
}

/** A hook: whether its events arrive, and their log. */
export function HookPanel({ back, hook, search, onChange }: HookPanelProps) {
  const [open, setOpen] = useState<'test' | 'rotate' | 'again' | null>(null)
  /** The only place that holds a secret; it is gone when the dialog closes. */
  const [made, setMade] = useState<MadeEventHook | null>(null)
  const log = useRef<HTMLDivElement>(null)
  const test = useTestHook(hook.id)
  const again = useSendAgain(hook.id)
  const close = () => setOpen(null)
  const sendTest = () => {
    setOpen('test')
    test.mutate()
  }
  useSendKeys(log, { onSendAgain: (sendId) => again.mutate(sendId), onTest: sendTest })
  return (
    <Page
      back={back}
      title={hook.name}
      about={<StatusBadge {...STATE_LOOKS[hook.state]} />}
      actions={
        <HookButtonsRow
          hook={hook}
          isTesting={test.isPending}
          onRotate={() => setOpen('rotate')}
          onEdit={() => onChange({ edit: '1' })}
          onTest={sendTest}
        />
      }
    >
      <About hook={hook} />
      <HookStateNote hook={hook} onSendAllAgain={() => setOpen('again')} />
      <HookFactsPanel hook={hook} state={search.state} onChange={(state) => onChange({ state, page: 1 })} />
      <div ref={log}>
        <SendsTable
          hook={hook}
          search={search}
          actions={
            hasFailed(hook, search) && (
              <Button onClick={() => setOpen('again')}>{MESSAGES.sendAllAgain}</Button>
            )
          }
          onChange={onChange}
        />
      </div>
      {open === 'test' && (
        <TestDialog
          name={hook.name}
          isSigned={!isAddressSecret(hook.format)}
          send={test.data}
          error={test.error}
          isTesting={test.isPending}
          onTest={() => test.mutate()}
          onClose={close}
        />
      )}
      {open === 'again' && <SendFailedAgainDialog hook={hook} onClose={close} />}
      {open === 'rotate' && (
        <RotateSecretDialog
          hook={hook}
          onMade={(secret) => {
            close()
            setMade(secret)
          }}
          onClose={close}
        />
      )}
      {made?.secret && <HookSecretDialog secret={made.secret} onClose={() => setMade(null)} />}
    </Page>
  )
}
