import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Input } from 'antd'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ContentRow } from '#shared/features/content-tracker/contract.ts'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { useMay } from '#web/api/session.ts'
import { useConfirm } from '#web/ui/confirm.ts'
import { newCallKey } from '#web/ui/form/call-key.ts'
import { REQUEST_ARTICLE, REQUEST_UPDATE, REQUESTS, UPDATE_UNDER_WAY } from './messages.ts'
import { useRequestUpdate } from './queries.ts'

interface UpdatePanelProps {
  row: ContentRow
  /** It is what its place is about. */
  isMain?: boolean
}

/** An update that is on its way already: the way there, for those who may see it. */
function UnderWay({ articleId }: { articleId: number | null }) {
  const maySee = useMay(...SCREENS.article.access)
  if (articleId === null || !maySee) return <span className="quiet">{UPDATE_UNDER_WAY}</span>
  return (
    <Link to={SCREENS.article.path} params={{ id: String(articleId) }}>
      {UPDATE_UNDER_WAY}
    </Link>
  )
}

/** Begins the draft by which a post is refreshed, and opens it to be edited. */
export function UpdatePanel({ row, isMain = false }: UpdatePanelProps) {
  const mayCreate = useMay('CreateArticle')
  const [key] = useState(newCallKey)
  const [keyword, setKeyword] = useState('')
  const request = useRequestUpdate(key)
  const navigate = useNavigate()
  const confirm = useConfirm()
  const asked = row.RENEWS === 'article' ? null : REQUESTS[row.RENEWS]
  const asksKeyword = asked !== null && row.FLAGS.includes('NO_KEYWORD')
  const isIncomplete = asksKeyword && keyword.trim() === ''
  if (row.UPDATE !== null) return <UnderWay articleId={row.UPDATE.ARTICLE_ID} />
  if (!mayCreate) return null
  const begin = async () => {
    const question = asked && {
      title: asked.title,
      content: asked.about,
      okText: 'Request',
      cancelText: 'Cancel',
    }
    if (question !== null && !(await confirm(question))) return
    // What holds this may close while the question is answered: the way goes on without it.
    const id = await request
      .mutateAsync({ site: row.SITE, postId: row.POST_ID, ...(asksKeyword ? { keyword } : {}) })
      .catch(() => null)
    if (id === null) return
    await navigate({ to: SCREENS.article.path, params: { id: String(id) }, search: { edit: '1' } })
  }
  return (
    <span className="update-action">
      {asksKeyword && (
        <Input
          size="small"
          aria-label={`Keyword of ${row.POST_TITLE}`}
          placeholder="Keyword"
          maxLength={KEYWORD_MAXIMUM}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      )}
      <Button
        size="small"
        type={isMain ? 'primary' : 'default'}
        icon={<FilePlus2 size={14} aria-hidden="true" />}
        loading={request.isPending}
        disabled={isIncomplete}
        title={asksKeyword ? 'It has no keyword: type the one for which it is to be written' : undefined}
        onClick={() => void begin()}
      >
        {row.RENEWS === 'another' ? REQUEST_ARTICLE : REQUEST_UPDATE}
      </Button>
    </span>
  )
}
