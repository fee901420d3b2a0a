import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Send } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { StockReportRow } from '#shared/features/stock-report/contract.ts'
import { useMay } from '#web/api/session.ts'
import { useConfirm } from '#web/ui/confirm.ts'
import { useRequestUpdate } from '../content-tracker/queries.ts'
import { REQUEST_EDITS } from './messages.ts'

/**
 * Requests edits of a post. For a post that was not written here this creates an update draft, as in the
 * Content Tracker.
 */
export function RequestEdits({ row }: { row: StockReportRow }) {
  const { IS_ARTICLE, UPDATE, SITE, POST_ID, POST_TITLE } = row
  const mayCreate = useMay('CreateArticle')
  const { mutateAsync: request, isPending } = useRequestUpdate()
  const navigate = useNavigate()
  const confirm = useConfirm()
  if (IS_ARTICLE || UPDATE !== null || !mayCreate) return null
  const begin = async () => {
    const { button, about, cancel } = REQUEST_EDITS
    const isSure = await confirm({
      title: `Request edits to “${POST_TITLE}”?`,
      content: about,
      okText: button,
      cancelText: cancel,
    })
    if (!isSure) return
    const body = { site: SITE, postId: POST_ID }
    // The call reports its own error.
    const id = await request({ body, callKey: crypto.randomUUID() }).catch(() => undefined)
    if (id === undefined) return
    void navigate({ to: SCREENS.article.path, params: { id: String(id) }, search: { edit: '1' } })
  }
  return (
    <Button
      size="small"
      className="request-edits"
      icon={<Send size={14} aria-hidden="true" />}
      aria-label={`${REQUEST_EDITS.button}: ${POST_TITLE}`}
      loading={isPending}
      onClick={() => void begin()}
    >
      {REQUEST_EDITS.button}
    </Button>
  )
}
