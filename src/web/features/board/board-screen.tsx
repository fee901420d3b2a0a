import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MESSAGES } from './messages.ts'
import { boardQuery } from './queries.ts'
import { SectionList } from './section-list.tsx'

/** A board of the built-in task board: its sections side by side. */
export function BoardScreen() {
  const { gid = '' }: { gid?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(boardQuery(gid))
  const count = data?.sections.reduce((sum, section) => sum + section.count, 0)
  return (
    <Page title={data ? `${data.name} tasks` : 'Task Board'} count={count}>
      {data ? (
        <section className="board" aria-label="Sections">
          {data.sections.map((section) => (
            <SectionList key={section.gid} section={section} />
          ))}
        </section>
      ) : data === null ? (
        <Empty text={MESSAGES.noBoard} />
      ) : error ? (
        <Failed title={MESSAGES.readBoard} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  )
}
