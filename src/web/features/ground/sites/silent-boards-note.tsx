import type { ManagedSite } from '#shared/features/ground/sites/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { HOURLY, resetWords, silentWords } from './messages.ts'
import { type BoardOfSite, useStartWebhook } from './queries.ts'

const needsReset = ({ contentWebhook, copyboardWebhook, asana_gid, copyboard_gid }: ManagedSite) =>
  [
    { kind: 'content' as const, webhook: contentWebhook, gid: asana_gid },
    { kind: 'copyboard' as const, webhook: copyboardWebhook, gid: copyboard_gid },
  ].flatMap(({ kind, webhook, gid }): BoardOfSite[] =>
    webhook?.state === 'silent' && gid !== null ? [{ kind, gid, isActive: true }] : [],
  )

/** Warns about boards whose webhooks have stopped delivering. */
export function SilentBoardsNote({ sites }: { sites: readonly ManagedSite[] }) {
  const mayManage = useMay('ManageWebhooks')
  const { mutateAsync, isPending } = useStartWebhook()
  const boards = sites.flatMap(needsReset)
  if (boards.length === 0) return null
  const resetAll = async () => {
    // Each reports its own result; a failed one does not stop the others.
    for (const board of boards) await mutateAsync(board).catch(() => undefined)
  }
  return (
    <div className="mb-12">
      <Alert kind="warn" title={silentWords(boards.length)}>
        {HOURLY}{' '}
        {mayManage && (
          <Button size="small" loading={isPending} onClick={() => void resetAll()}>
            {resetWords(boards.length)}
          </Button>
        )}
      </Alert>
    </div>
  )
}
