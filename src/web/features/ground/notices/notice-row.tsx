import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Notice } from '#shared/features/ground/notices/contract.ts'
import { noticeLead, noticePlace } from '#shared/features/ground/notices/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Avatar } from '#web/ui/cells/person.tsx'

/** Without a user, a connected system caused it. */
const SYSTEM = { first_name: 'C', last_name: '' }

interface NoticeRowProps {
  notice: Notice
  onOpen: (notice: Notice) => void
}

function SubjectLink({ notice, onOpen, children }: NoticeRowProps & { children: string }) {
  const place = noticePlace({
    kind: notice.kind,
    articleId: notice.article?.article_id ?? null,
    keywordId: notice.keyword?.keyword_id ?? null,
    about: notice.about && { ...notice.about, isStock: notice.about.is_stock },
  })
  const link = { onClick: () => onOpen(notice), children }
  if (place.screen === 'keywords') return <Link to={SCREENS.keywords.path} search={place.search} {...link} />
  if (place.screen === 'article') return <Link to={SCREENS.article.path} params={place.params} {...link} />
  if (place.screen === 'contentTracker')
    return <Link to={SCREENS.contentTracker.path} search={place.search} {...link} />
  if (place.screen === 'oosReport')
    return <Link to={SCREENS.oosReport.path} search={place.search} {...link} />
  if (place.screen === 'products') return <Link to={SCREENS.products.path} search={place.search} {...link} />
  if (place.screen === 'notices') return children
  if ('search' in place) return <Link to={SCREENS.profile.path} search={place.search} {...link} />
  return <Link to={SCREENS[place.screen].path} {...link} />
}

/** An event as a sentence that links to the article or the keyword. */
export function NoticeRow({ notice, onOpen }: NoticeRowProps) {
  const { actor, article, keyword, about, words, read_at: readAt } = notice
  const subject = article?.title ?? keyword?.keyword ?? about?.title
  const lead = noticeLead(notice.kind, actor && fullName(actor))
  const isUnread = readAt === null
  return (
    <li className={isUnread ? 'notice-row unread' : 'notice-row'}>
      <Avatar person={actor ?? SYSTEM} />
      <div>
        <p>
          {subject === undefined ? (
            <SubjectLink notice={notice} onOpen={onOpen}>
              {lead}
            </SubjectLink>
          ) : (
            <>
              {lead}{' '}
              <SubjectLink notice={notice} onOpen={onOpen}>
                {subject}
              </SubjectLink>
            </>
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
