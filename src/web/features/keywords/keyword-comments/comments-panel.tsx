import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { KeywordComment } from '#shared/features/keywords/keyword-comments/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Avatar } from '#web/ui/cells/person.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { SafeSpans } from '#web/ui/text/safe-spans.tsx'
import { CommentForm } from './comment-form.tsx'
import { EMPTY, FAILURES } from './messages.ts'
import { commentsQuery, useCommentWrites } from './queries.ts'

interface CommentRowProps {
  comment: KeywordComment
  writes: ReturnType<typeof useCommentWrites>
}

function CommentRow({ comment, writes }: CommentRowProps) {
  const user = useUser()
  const confirm = useConfirm()
  const [isEditing, setEditing] = useState(false)
  const name = fullName(comment)
  const isOwn = user?.id === comment.user_id

  const remove = async () => {
    const agreed = await confirm({ title: 'Delete this comment?', okText: 'Delete', danger: true })
    if (agreed) writes.remove.mutate(comment.comment_id)
  }
  const save = (text: string) =>
    writes.update.mutateAsync({ commentId: comment.comment_id, comment: text }).then(() => setEditing(false))
  return (
    <li className="comment row align-stretch gap-10">
      <Avatar person={comment} />
      <div className="fill shrinkable">
        <p className="comment-head small quiet cluster align-baseline gap-8">
          <strong>{name}</strong> <RelativeTime moment={comment.created_at} />
          {comment.updated_at && <span className="meta">edited</span>}
        </p>
        {isEditing ? (
          <CommentForm
            stashKey={`comment.${comment.comment_id}`}
            label="Edit comment"
            start={comment.comment}
            submitText="Save"
            isBusy={writes.update.isPending}
            onSubmit={save}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className="comment-text">
            <SafeSpans html={comment.content} />
          </p>
        )}
      </div>
      {isOwn && !isEditing && (
        <span className="comment-actions">
          <Button
            type="text"
            size="small"
            aria-label="Edit comment"
            icon={<Pencil size={14} />}
            onClick={() => setEditing(true)}
          />
          <Button
            type="text"
            size="small"
            aria-label="Delete comment"
            icon={<Trash2 size={14} />}
            onClick={() => void remove()}
          />
        </span>
      )}
    </li>
  )
}

/** The comments on a keyword, with a form to add one. */
export function CommentsPanel({ keywordId }: { keywordId: number }) {
  const { data, error, refetch } = useQuery(commentsQuery(keywordId))
  const writes = useCommentWrites(keywordId)
  if (error && !data) {
    return <Failed title={FAILURES.load} message={error.message} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton lines={4} />
  return (
    <div className="comments">
      {data.length === 0 ? (
        <Empty text={EMPTY} />
      ) : (
        <ul className="comment-list" aria-label="Comments">
          {data.map((comment) => (
            <CommentRow key={comment.comment_id} comment={comment} writes={writes} />
          ))}
        </ul>
      )}
      <CommentForm
        key={keywordId}
        stashKey={`comment.on.${keywordId}`}
        label="New comment"
        submitText="Comment"
        isBusy={writes.create.isPending}
        onSubmit={(comment, key) => writes.create.mutateAsync({ comment, key })}
      />
    </div>
  )
}
