import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { permissionLabel } from '#shared/access/permission-words.ts'
import {
  mayOpen,
  type PlainScreenName,
  SCREENS,
  type ScreenName,
  type Visitor,
} from '#shared/access/screens.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { boardsQuery } from '#web/features/articles/board/queries.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { FailedJobsNote } from '#web/features/operate/runs/failed-jobs-note.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { type LockedTool, toolsFor } from './menu.ts'
import { screenIcon } from './screen-icons.ts'
import { SCREEN_SUMMARIES } from './screen-summaries.ts'

function CardWords({ screen, label }: { screen: ScreenName; label: string }) {
  const Icon = screenIcon(screen)
  return (
    <>
      <Icon size={20} aria-hidden="true" className="tool-icon" />
      <h3>{label}</h3>
      <p className="quiet">{SCREEN_SUMMARIES[screen]}</p>
    </>
  )
}

function ToolCard({ screen, label }: { screen: PlainScreenName; label: string }) {
  return (
    <li>
      <Link to={SCREENS[screen].path} className="tool-card">
        <CardWords screen={screen} label={label} />
      </Link>
    </li>
  )
}

/** Links to the task boards. */
function BoardsCard() {
  const { data: boards = [] } = useQuery(boardsQuery)
  if (boards.length === 0) return null
  return (
    <li className="tool-card">
      <CardWords screen="board" label="Task Boards" />
      <ul className="mt-6 cluster align-stretch gap-12 row-gap-4">
        {boards.map(({ gid, name }) => (
          <li key={gid}>
            <Link to={SCREENS.board.path} params={{ gid }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = `tools-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section className="tool-group mb-24" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p className="quiet">{note}</p>}
      {children}
    </section>
  )
}

/** The permissions that would unlock it; any of them is sufficient. */
function Missing({ tool }: { tool: LockedTool }) {
  return (
    <span className="meta block" title={tool.missing.join(' or ')}>
      needs {tool.missing.map(permissionLabel).join(' or ')}
    </span>
  )
}

const BESIDE_MENU = ['changes', 'notices', 'runs'] as const satisfies readonly PlainScreenName[]

function OpenTools({ visitor, entries }: { visitor: Visitor; entries: ReturnType<typeof toolsFor>['open'] }) {
  const { data: health } = useQuery(healthQuery)
  return (
    <Group title="Available to you">
      <ul className="tool-cards">
        {entries.map(({ screen, label }) => (
          <ToolCard key={screen} screen={screen} label={label} />
        ))}
        {mayOpen(SCREENS.board.access, visitor) && <BoardsCard />}
        {BESIDE_MENU.filter((screen) => mayOpen(SCREENS[screen].access, visitor)).map((screen) => (
          <ToolCard key={screen} screen={screen} label={SCREENS[screen].title} />
        ))}
        {health?.sample && <ToolCard screen="outbox" label={SCREENS.outbox.title} />}
      </ul>
    </Group>
  )
}

/**
 * The landing page of all signed-in users: the screens they may open, and those that require another role.
 */
export function ToolsScreen() {
  const visitor = visitorOf(useUser())
  if (!visitor) return null
  const { open, locked } = toolsFor(visitor)
  return (
    <Page title="Tools">
      <FailedJobsNote />
      {open.length === 0 && (
        <div className="sheet">
          <Empty text="Your role doesn’t include any tools yet. Ask an admin for the right role." />
        </div>
      )}
      {visitor.roleId === 'wrt' && (
        <p className="quiet tools-note">
          Your role includes keyword research and your profile. Operations managers, QA and engineers can
          request articles. Ask an admin if you should too.
        </p>
      )}
      <OpenTools visitor={visitor} entries={open} />
      {locked.length > 0 && (
        <Group title="Not available for your role" note="Ask an admin for a role that includes them.">
          <ul className="tool-rows">
            {locked.map((tool) => (
              <li key={tool.screen}>
                <Lock size={16} aria-hidden="true" className="quiet mt-2" />
                <span>
                  {tool.label}
                  <Missing tool={tool} />
                </span>
              </li>
            ))}
          </ul>
        </Group>
      )}
    </Page>
  )
}
