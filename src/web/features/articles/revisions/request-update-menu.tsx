import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { newCallKey } from '#web/ui/form/call-key.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useBeginRevision } from './queries.ts'

/** Starts an update of the article behind a post, and opens it for editing. */
export function RequestUpdateButton({ articleId, title }: { articleId: number; title: string }) {
  const [key] = useState(newCallKey)
  const begin = useBeginRevision(key)
  const navigate = useNavigate()
  const open = (begun: number) =>
    void navigate({ to: SCREENS.article.path, params: { id: String(begun) }, search: { edit: '1' } })
  return (
    <Button
      size="small"
      loading={begin.isPending}
      aria-label={`Request an update of ${title}`}
      onClick={() => begin.mutate(articleId, { onSuccess: open })}
    >
      Request update
    </Button>
  )
}
