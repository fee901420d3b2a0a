import { Input } from 'antd'
import type { Task } from '#shared/features/articles/board/contract.ts'
import { useMay } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { useForm, useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES, olderComments } from './messages.ts'
import { useCommentTask } from './queries.ts'

const BLANK = { values: { text: '' } }

function CommentForm({ gid }: { gid: string }) {
  const { mutateAsync: send } = useCommentTask(gid)
  const form = useForm({ id: 'task-comment', stashAs: `comment.task.${gid}`, known: BLANK })
  const { isSaving } = useFormStatus(form)
  const text = useValue(form, 'text')
  const isEmpty = text.trim() === ''
  return (
    <form
      className="task-comment-form column gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty)
          void form.submit(
            (values) => send(values.text),
            () => form.reset(),
          )
      }}
    >
      <Input.TextArea
        aria-label="Comment"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={2000}
        value={text}
        onChange={({ target }) => form.set('text', target.value)}
      />
      <Button htmlType="submit" type="primary" disabled={isEmpty} loading={isSaving}>
        Comment
      </Button>
    </form>
  )
}

/** The comments on a task, with a form to add one. */
export function TaskCommentsPanel({ task }: { task: Task }) {
  const mayComment = useMay('ManageArticles')
  const { older_comments: older } = task
  return (
    <section className="sheet side-panel" aria-labelledby="task-comments-title">
      <h2 id="task-comments-title">Comments</h2>
      {older > 0 && <p className="quiet">{olderComments(older)}</p>}
      {task.comments.length === 0 ? (
        <p className="quiet">{MESSAGES.noComments}</p>
      ) : (
        <ol className="task-comments column gap-12">
          {task.comments.map(({ text, created_at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: comments have no number and are only shown
            <li key={index}>
              <p className="task-text words">{text}</p>
              <span className="quiet">
                <RelativeTime moment={created_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {mayComment && <CommentForm gid={task.gid} />}
    </section>
  )
}
