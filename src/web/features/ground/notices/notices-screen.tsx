import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Notice } from '#shared/features/ground/notices/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { BegunFilesPanel } from '#web/features/ground/exports/begun-files-panel.tsx'
import { useFileNews } from '#web/features/ground/exports/use-begun-files.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { EMPTY, FAILURES } from './messages.ts'
import { NoticeRow } from './notice-row.tsx'
import { noticesQuery, useMarkRead } from './queries.ts'
import { NoticesSearch } from './search.ts'

const NOTICES: ListOf<Notice, NoticesSearch> = {
  name: 'notices',
  label: SCREENS.notices.title,
  address: NoticesSearch,
  size: PAGE_SIZE,
  rowKey: (notice) => notice.notice_id,
  failTitle: FAILURES.read,
  empty: EMPTY,
}

/** Notices about the user's articles and reviews. */
export function NoticesScreen() {
  const [search, change] = useSearchState(NoticesSearch)
  const notices = useQuery(noticesQuery(search.page))
  const markRead = useMarkRead()
  const unread = notices.data?.unread
  const files = useFileNews()
  // The same count as the bell.
  const news = (unread ?? 0) + files.ready + files.failed
  const markAll = () => {
    files.markRead()
    if (unread) markRead.mutate('all')
  }
  const open = ({ read_at: readAt, notice_id: id }: Notice) => readAt === null && markRead.mutate([id])
  return (
    <Page
      title={SCREENS.notices.title}
      count={news || undefined}
      narrow
      actions={
        <Button
          icon={<CheckCheck size={16} />}
          disabled={news === 0}
          loading={markRead.isPending}
          onClick={markAll}
        >
          Mark all as read
        </Button>
      }
    >
      <BegunFilesPanel />
      <List
        of={NOTICES}
        search={search}
        onChange={change}
        query={notices}
        skeleton={<Skeleton lines={8} />}
        draw={(rows) => (
          <ul>
            {rows.map((notice) => (
              <NoticeRow key={notice.notice_id} notice={notice} onOpen={open} />
            ))}
          </ul>
        )}
      />
    </Page>
  )
}
