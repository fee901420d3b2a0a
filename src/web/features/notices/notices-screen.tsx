import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CheckCheck } from 'lucide-react'
import { useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Pager, type PagerProps } from '#web/ui/list/pager.tsx'
import { isPastEnd, pastEnd } from '#web/ui/list/past-end.tsx'
import { Page } from '#web/ui/page.tsx'
import { scrollToTop } from '#web/ui/scroll-to-top.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { EMPTY, FAILURES } from './messages.ts'
import { NoticeRow } from './notice-row.tsx'
import { noticesQuery, useMarkRead } from './queries.ts'
import { NoticesSearch } from './search.ts'

/** What happened to the own articles and reviews. */
export function NoticesScreen() {
  const [{ page }, change] = useSearchState(NoticesSearch)
  const { data, error, refetch } = useQuery(noticesQuery(page))
  const markRead = useMarkRead()
  const box = useRef<HTMLDivElement>(null)
  const pages: PagerProps = {
    current: page,
    size: PAGE_SIZE,
    total: data?.totalCount ?? 0,
    onChange(next) {
      change({ page: next })
      scrollToTop(box.current)
    },
  }
  return (
    <Page
      title={SCREENS.notices.title}
      count={data?.unreadCount || undefined}
      narrow
      actions={
        <Button
          icon={<CheckCheck size={16} />}
          disabled={!data?.unreadCount}
          loading={markRead.isPending}
          onClick={() => markRead.mutate('all')}
        >
          Mark all as read
        </Button>
      }
    >
      <div className="table-box" ref={box}>
        {error && !data ? (
          <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton lines={8} />
        ) : data.nodes.length === 0 ? (
          <Empty {...(isPastEnd(pages) ? pastEnd(pages) : { text: EMPTY })} />
        ) : (
          <ul>
            {data.nodes.map((notice) => (
              <NoticeRow
                key={notice.notice_id}
                notice={notice}
                onOpen={({ read_at: readAt, notice_id: id }) => readAt === null && markRead.mutate([id])}
              />
            ))}
          </ul>
        )}
      </div>
      {data && <Pager {...pages} />}
    </Page>
  )
}
