import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { Board, BoardCard } from '#shared/features/articles/board/contract.ts'
import { counted } from '#shared/format/count.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Person } from '#web/ui/cells/person.tsx'
import { PriorityBadge } from '#web/ui/cells/priority-badge.tsx'
import { MESSAGES } from './messages.ts'

function Card({ task }: { task: BoardCard }) {
  const { article } = task
  return (
    <li>
      <Link to="/board/task/$gid" params={{ gid: task.gid }} className="task-card column gap-6">
        {article?.image_url && <img src={article.image_url} alt="" loading="lazy" />}
        <span
          className={
            task.completed
              ? 'row align-baseline gap-6 break-words done quiet'
              : 'row align-baseline gap-6 break-words'
          }
        >
          {task.completed && <CircleCheck size={14} aria-label="Completed" />}
          {task.name}
        </span>
        <span className="meta">
          {task.priority !== null && <PriorityBadge priority={task.priority} />}
          <RelativeTime moment={task.modified_at} />
        </span>
        {article && <Person person={article.user} />}
      </Link>
    </li>
  )
}

/** A section of a board, most recently changed task first. */
export function SectionList({ section }: { section: Board['sections'][number] }) {
  const rest = section.count - section.tasks.length
  const headingId = `section-${section.gid}`
  return (
    <section className="board-section" aria-labelledby={headingId}>
      <h2 id={headingId}>
        {section.name} <span className="count">{counted(section.count)}</span>
      </h2>
      {section.tasks.length === 0 ? (
        <p className="quiet">{MESSAGES.emptySection}</p>
      ) : (
        <ul className="column gap-8">
          {section.tasks.map((task) => (
            <Card key={task.gid} task={task} />
          ))}
        </ul>
      )}
      {rest > 0 && <p className="quiet">and {counted(rest)} older ones</p>}
    </section>
  )
}
