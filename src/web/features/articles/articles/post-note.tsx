import type { Article } from '#shared/features/articles/articles/contract.ts'
import { remediesFor } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { LOST_POST, REMEDIES, redirectWords } from './messages.ts'
import { useRestorePost } from './queries.ts'

/** Posts of the built-in site are on the desk's own origin, where there are no readers. */
const isOwnDesk = (url: string) => URL.parse(url)?.origin === window.location.origin

/** A link to an article's live post; if the post is gone, the possible fixes. */
export function PostNote({ article }: { article: Article }) {
  const { article_id: id, status, user_id: userId, post } = article
  const user = useUser()
  const restore = useRestorePost()
  if (!post) return null
  if (post.state === 'live' && post.url)
    return (
      <>
        <a href={post.url} target="_blank" rel="noopener noreferrer" className="with-icon post-link">
          {isOwnDesk(post.url) ? 'The post in Copydesk' : 'As readers see it'}
          <NewTabMark />
        </a>
        {post.moved_from && <p className="meta">{redirectWords(post.moved_from)}</p>}
      </>
    )
  const words = LOST_POST[post.state]
  if (!words) return null
  const remedies = user ? remediesFor(user, { status, userId, postState: post.state }) : []
  return (
    <div className="post-note cluster align-stretch gap-8 row-gap-4" role="status">
      <p className="mirror-failed">
        {words} <RelativeTime moment={post.since} />
      </p>
      {remedies.map((remedy) => (
        <Button
          key={remedy}
          size="small"
          loading={restore.isPending && restore.variables.remedy === remedy}
          disabled={restore.isPending}
          onClick={() =>
            restore.mutate(
              { id, remedy },
              { onSuccess: () => notify({ kind: 'success', title: REMEDIES[remedy].done }) },
            )
          }
        >
          {REMEDIES[remedy].label}
        </Button>
      ))}
    </div>
  )
}
