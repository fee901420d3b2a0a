import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { FailedJobsNote } from '#web/features/failed-jobs/failed-jobs-note.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { openableTools } from './menu.ts'
import { isPlanned } from './planned-screens.ts'
import { screenIcon } from './screen-icons.ts'
import { SCREEN_SUMMARIES } from './screen-summaries.ts'

/** Where everybody who is signed in may land: a card for each tool they may open. */
export function ToolsScreen() {
  const visitor = visitorOf(useUser())
  const entries = visitor ? openableTools(visitor) : []
  return (
    <Page title="Tools" count={entries.length}>
      <FailedJobsNote />
      {entries.length === 0 ? (
        <div className="sheet">
          <Empty text="Your role opens no tools yet. Ask an admin which role you should have." />
        </div>
      ) : (
        <>
          {visitor?.roleId === 'wrt' && (
            <p className="quiet tools-note">
              Your role opens keyword research and your profile. Articles are requested by operations
              managers, and by QA and engineers: ask an admin if that should be you.
            </p>
          )}
          <ul className="tool-cards">
            {entries.map(({ screen, label }) => {
              const Icon = screenIcon(screen)
              return (
                <li key={screen}>
                  <Link to={SCREENS[screen].path} className="tool-card">
                    <Icon size={20} aria-hidden="true" className="tool-icon" />
                    <h2>{label}</h2>
                    <p className="quiet">{SCREEN_SUMMARIES[screen]}</p>
                    {isPlanned(screen) && <StatusBadge label="Not built yet" mark="hollow" />}
                  </Link>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Page>
  )
}
