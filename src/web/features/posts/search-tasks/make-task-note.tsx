import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { TOP_PLACE } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { TaskProposal } from '#shared/features/posts/search-tasks/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { proposalQuery, refreshProposals } from './queries.ts'
import { SearchTaskNote } from './search-task-note.tsx'
import { useSearchTasks } from './use-search-tasks.ts'

interface MakeTaskNoteProps {
  post: { site: string; postId: string }
  /** The title of the post. */
  title: string
  /** The text while there is no task. */
  none: string
}

function Proposed({ proposal, title, none }: { proposal: TaskProposal; title: string; none: string }) {
  const queries = useQueryClient()
  const reload = useCallback(() => refreshProposals(queries), [queries])
  const tasks = useSearchTasks([proposal], proposal.period, reload)
  const standing = tasks.standingOf(proposal)
  const { post_id, site_id, query, impressions, position } = proposal
  const make = () => tasks.make([{ post_id, site_id, query, aim: 'climb' }])
  return (
    <div className="make-task stack gap-6">
      {standing.task?.state !== 'done' && <p className="quiet">{none}</p>}
      {standing.task === null && standing.error === null && (
        <Button size="small" loading={tasks.isBusy} onClick={make}>
          Create task
        </Button>
      )}
      <SearchTaskNote {...standing} title={title} onRetry={make} />
      <p className="meta">
        “{query}” shows the post {countedIn(impressions, 'time')} in {proposal.period} days, at position{' '}
        {position.toFixed(1)} on average. Goal: top {TOP_PLACE}.
      </p>
    </div>
  )
}

/** Creates a task about a post without one, if its search data suggests a subject. */
export function MakeTaskNote({ post, title, none }: MakeTaskNoteProps) {
  const mayMake = useMay('ViewKeywords')
  const { data: proposal } = useQuery({ ...proposalQuery(post), enabled: mayMake })
  if (!proposal) return <p className="quiet">{none}</p>
  return <Proposed proposal={proposal} title={title} none={none} />
}
