import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { webhookQuestion } from './messages.ts'
import { type BoardOfSite, useStartWebhook } from './queries.ts'

/** Starts or resets the webhook of a site's board, after a confirmation. */
export function useWebhookControl(site: string) {
  const confirm = useConfirm()
  const { mutate, isPending } = useStartWebhook()
  const press = async (board: BoardOfSite) => {
    if (await confirm(webhookQuestion({ site, kind: board.kind }, board.isActive))) mutate(board)
  }
  return { press: (board: BoardOfSite) => void press(board), isPending }
}
