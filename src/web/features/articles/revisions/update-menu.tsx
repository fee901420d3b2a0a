import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { useMay } from '#web/api/session.ts'
import { newCallKey } from '#web/ui/form/call-key.ts'
import { Button } from '#web/ui/input/button.tsx'
import { UPDATE } from './messages.ts'
import { useBeginRevision } from './queries.ts'

/** Starts an update of a published article, and opens it for editing. */
export function UpdateMenu({ article }: { article: Article }) {
  const mayCreate = useMay('CreateArticle')
  const [key] = useState(newCallKey)
  const begin = useBeginRevision(key)
  const navigate = useNavigate()
  const { article_id: id, status, revises, wordpress_id: postId } = article
  if (!mayCreate || status !== 'published' || revises !== null || postId === null) return null
  const open = (begun: number) =>
    void navigate({ to: SCREENS.article.path, params: { id: String(begun) }, search: { edit: '1' } })
  return (
    <Button loading={begin.isPending} onClick={() => begin.mutate(id, { onSuccess: open })}>
      {UPDATE}
    </Button>
  )
}
