import type { Article } from '#shared/features/articles/articles/contract.ts'
import { statusLabel } from '#shared/features/articles/articles/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import type { Passed } from './use-article-editor.ts'

/** Who changed the article's status, and when, according to its history. */
function Cause({ article: { status, events } }: { article: Article }) {
  const event = events.findLast(({ action }) => action === status)
  if (!event) return `the article is ${statusLabel(status).toLowerCase()}.`
  return (
    <>
      {event.user ? fullName(event.user) : 'Copydesk'} {status} the article,{' '}
      <Moment moment={event.created_at} />.
    </>
  )
}

/** A save was refused because another user has decided on the article in the meantime. */
export function PassedNote({ passed: { article, title } }: { passed: Passed }) {
  return (
    <div className="dialog-note">
      <Alert kind="bad" title={title}>
        This is no longer possible: <Cause article={article} />
      </Alert>
    </div>
  )
}
