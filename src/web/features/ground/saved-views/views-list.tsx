import { useQuery } from '@tanstack/react-query'
import type { SavedView, ViewScreen } from '#shared/features/ground/saved-views/contract.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FAILURES, NO_VIEWS } from './messages.ts'
import { viewsQuery } from './queries.ts'
import type { ViewAddress } from './use-view-address.ts'
import { type ViewChange, ViewRow } from './view-row.tsx'

interface ViewsListProps {
  screen: ViewScreen
  address: ViewAddress
  onFollow: () => void
  onChange: (view: SavedView, change: ViewChange) => void
}

/** The user's own views, and those that others share with the team. */
export function ViewsList({ screen, address, onFollow, onChange }: ViewsListProps) {
  const { data, error, refetch } = useQuery(viewsQuery(screen))
  if (!data && error)
    return <Failed title={FAILURES.list} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  if (data.length === 0) return <p className="quiet">{NO_VIEWS}</p>
  const groups = [
    { title: 'My views', views: data.filter(({ is_own: isOwn }) => isOwn) },
    { title: 'Team views', views: data.filter(({ is_own: isOwn }) => !isOwn) },
  ]
  return groups
    .filter(({ views }) => views.length > 0)
    .map(({ title, views }) => (
      <section key={title}>
        <h2 className="views-title">{title}</h2>
        <ul aria-label={title}>
          {views.map((view) => (
            <ViewRow
              key={view.view_id}
              view={view}
              isCurrent={address.tidy(view.search) === address.current}
              search={address.searchOf(view.search)}
              onFollow={onFollow}
              onChange={(change) => onChange(view, change)}
            />
          ))}
        </ul>
      </section>
    ))
}
