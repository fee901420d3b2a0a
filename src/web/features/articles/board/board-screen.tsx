import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { SquareKanban } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page.tsx'
import { BoardPicker } from './board-picker.tsx'
import { MESSAGES } from './messages.ts'
import { boardQuery, boardsQuery } from './queries.ts'
import { SectionList } from './section-list.tsx'

/** A board of the built-in task board: its sections side by side. */
export function BoardScreen() {
  const { gid = '' }: { gid?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(boardQuery(gid))
  const { data: boards = [] } = useQuery({ ...boardsQuery, enabled: data === null })
  const count = data?.sections.reduce((sum, section) => sum + section.count, 0)
  return (
    <Page
      title={data ? `${data.name} tasks` : 'Task Board'}
      count={count}
      actions={data && <BoardPicker gid={gid} />}
    >
      {data ? (
        <section className="board" aria-label="Sections">
          {data.sections.map((section) => (
            <SectionList key={section.gid} section={section} />
          ))}
        </section>
      ) : data === null ? (
        <DeadEnd
          icon={<SquareKanban size={20} aria-hidden="true" />}
          title={MESSAGES.noBoard}
          text={MESSAGES.lookOutside}
          ways={['tools']}
        >
          {boards.map((board) => (
            <Link key={board.gid} to={SCREENS.board.path} params={{ gid: board.gid }} className="btn">
              {board.name}
            </Link>
          ))}
        </DeadEnd>
      ) : error ? (
        <Failed title={MESSAGES.readBoard} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  )
}
