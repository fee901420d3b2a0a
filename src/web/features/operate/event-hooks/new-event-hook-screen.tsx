import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { MadeEventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { BackLink } from '#web/features/ground/system/back-link.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { HookForm } from './hook-form.tsx'
import { MESSAGES } from './messages.ts'

const HookSecretDialog = onDemand(() =>
  import('./hook-secret-dialog.tsx').then(({ HookSecretDialog }) => HookSecretDialog),
)

/** Makes an event hook, shows its secret once and opens its page. */
export function NewEventHookScreen() {
  const navigate = useNavigate()
  /** The only place that holds the secret; it is gone when the dialog closes. */
  const [made, setMade] = useState<MadeEventHook | null>(null)
  const open = ({ hook }: MadeEventHook) =>
    void navigate({
      to: SCREENS.eventHook.path,
      params: { id: String(hook.id) },
      replace: true,
      // The dialog has already asked.
      ignoreBlocker: true,
    })
  const show = (fresh: MadeEventHook) => {
    notify({ kind: 'success', title: MESSAGES.created })
    if (fresh.secret === null) open(fresh)
    else setMade(fresh)
  }
  return (
    <Page back={<BackLink screen="eventHooks" />} title={SCREENS.newEventHook.title}>
      <HookForm hook={null} onMade={show} onCancel={() => void navigate({ to: SCREENS.eventHooks.path })} />
      {made?.secret && <HookSecretDialog secret={made.secret} onClose={() => open(made)} />}
    </Page>
  )
}
