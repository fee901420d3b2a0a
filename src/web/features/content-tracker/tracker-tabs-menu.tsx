import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { rulesQuery } from '../alert-rules/queries.ts'

const TABS = ['posts', 'alerts'] as const
type TrackerTab = (typeof TABS)[number]
const LABELS: Readonly<Record<TrackerTab, string>> = { posts: 'Posts', alerts: 'Alert rules' }

interface TrackerTabsProps {
  tab: TrackerTab
  /** How many posts there are, where that is known. */
  posts?: number | undefined
}

/** The posts, and the rules that watch over them. */
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
