import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { TAB_LABELS } from './messages.ts'
import { GSC_TABS, type GscSearch, type GscTab } from './search.ts'

/** The first tab after the separator. */
const ADDED: GscTab = 'striking'

interface GscTabsProps {
  search: GscSearch
  /** The number of rows in each list, if known. */
  counts: Partial<Record<GscTab, number | undefined>>
}

/** The tabs of the lists. The filters of one list are kept in the next. */
export function GscTabs({ search, counts }: GscTabsProps) {
  const { site, query, period } = search
  const tabs = useRef<HTMLElement>(null)
  const known = GSC_TABS.filter((tab) => counts[tab] !== undefined).length
  // Runs when the tabs do not all fit; each loaded count makes them wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: how many counts are known is a reason to look again
  useEffect(() => {
    tabs.current
      ?.querySelector(`[data-tab=${search.tab}]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [search.tab, known])
  return (
    <nav ref={tabs} className="report-tabs gsc-tabs" aria-label="Lists">
      {GSC_TABS.map((tab) => (
        <Link
          key={tab}
          to={SCREENS.gscKeywords.path}
          search={{ site, query, period, tab }}
          // Unsaved changes are kept while the user looks at the other lists.
          ignoreBlocker
          activeOptions={{ exact: true }}
          data-tab={tab}
          className={tab === ADDED ? 'gsc-added' : undefined}
          aria-current={tab === search.tab ? 'page' : undefined}
        >
          {TAB_LABELS[tab]}
          {counts[tab] !== undefined && (
            <>
              {' '}
              <span className="quiet">
                <Count value={counts[tab]} />
              </span>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}
