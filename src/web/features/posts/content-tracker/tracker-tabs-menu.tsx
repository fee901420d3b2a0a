import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { rulesQuery } from '../../desk/alert-rules/queries.ts'

const TABS = ['posts', 'alerts'] as const
type TrackerTab = (typeof TABS)[number]
const LABELS: Readonly<Record<TrackerTab, string>> = { posts: 'Posts', alerts: 'Alert rules' }

interface TrackerTabsProps {
  tab: TrackerTab
  /** The number of posts, if known. */
  posts?: number | undefined
}

/** The tabs of posts and alert rules. */
export function TrackerTabs({ tab, posts }: TrackerTabsProps) {
  const rules = useQuery(rulesQuery)
  const counts = { posts, alerts: rules.data?.length }
  return (
    <nav className="report-tabs" aria-label="Lists">
      {TABS.map((each) => (
        <Link
          key={each}
          to={SCREENS.contentTracker.path}
          search={each === 'alerts' ? { tab: 'alerts' } : {}}
          activeOptions={{ exact: true }}
          aria-current={each === tab ? 'page' : undefined}
        >
          {LABELS[each]}
          {counts[each] !== undefined && (
            <>
              {' '}
              <span className="quiet">
                <Count value={counts[each]} />
              </span>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}
