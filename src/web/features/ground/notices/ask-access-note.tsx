import type { ScreenName } from '#shared/access/screens.ts'
import { countedIn } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ASK_ACCESS } from './messages.ts'
import { useAskAccess } from './queries.ts'

/** Asks the administrators for access to a screen. */
export function AskAccessNote({ screen }: { screen: ScreenName }) {
  const { mutate, data, isPending } = useAskAccess()
  if (data) return <p role="status">{countedIn(data.asked, 'administrator')} notified.</p>
  return (
    <Button type="primary" loading={isPending} onClick={() => mutate(screen)}>
      {ASK_ACCESS}
    </Button>
  )
}
