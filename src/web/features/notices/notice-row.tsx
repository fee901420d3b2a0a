import { Link } from '@tanstack/react-router'
import type { Notice } from '#shared/features/notices/contract.ts'
import { noticeLead, noticePath } from '#shared/features/notices/rules.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface NoticeRowProps {
  notice: Notice
  onOpen: (notice: Notice) => void
}

/** The address as the router takes it: the path, and the article in its query. */
function target(notice: Notice) {
  const { pathname, searchParams } = new URL(
    noticePath(notice.kind, notice.article?.article_id ?? 0),
    window.location.origin,
  )
  return { to: pathname, search: { article: Number(searchParams.get('article')) } as never }
}

/** What happened, as a sentence that leads to the article. */
export function NoticeRow({ notice, onOpen }: NoticeRowProps) {
  const { actor, article, words, read_at: readAt } = notice
  const isUnread = readAt === null
  return (
    <li className={isUnread ? 'notice unread' : 'notice'}>
      {actor ? (
        <Avatar firstName={actor.first_name} lastName={actor.last_name} />
      ) : (
        <Avatar firstName="C" lastName="" />
      )}
      <div>
        <p>
          {noticeLead(notice.kind, actor && `${actor.first_name} ${actor.last_name}`)}{' '}
          {article && (
            <Link {...target(notice)} onClick={() => onOpen(notice)}>
              {article.title}
            </Link>
          )}
        </p>
        {words && <p className="words quiet notice-words">{words}</p>}
        <p className="meta">
          <RelativeTime moment={notice.created_at} />
        </p>
      </div>
      {isUnread && <span className="notice-dot" role="img" aria-label="unread" />}
    </li>
  )
}
