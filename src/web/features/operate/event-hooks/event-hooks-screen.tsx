import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { EventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { BackLink } from '#web/features/ground/system/back-link.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { Page } from '#web/ui/page.tsx'
import { HooksTable } from './hooks-table.tsx'
import { arrivedWords, headline, MESSAGES } from './messages.ts'
import { hooksQuery } from './queries.ts'
import { HooksSearch } from './search.ts'

const NEW = (
  <Link to={SCREENS.newEventHook.path} className="btn btn-primary">
    <Plus aria-hidden="true" />
    New hook
  </Link>
)

interface AnswerProps {
  hooks: readonly EventHook[]
  /** The time of the answer if the server has not answered since. */
  staleSince: number | null
}

/** Whether everything arrives. */
function Answer({ hooks, staleSince }: AnswerProps) {
  return (
    <div className="answer-line mb-16">
      <div>
        <h2 className="answer-figure hook-figure">{headline(hooks)}</h2>
        <p>{arrivedWords(hooks)}</p>
        {staleSince !== null && (
          <p className="meta tone-warn" role="status">
            Updated <RelativeTime moment={new Date(staleSince).toISOString()} />
          </p>
        )}
      </div>
      <p className="meta hook-about">{MESSAGES.about}</p>
    </div>
  )
}

const fits = ({ name, host }: EventHook, words: string) =>
  `${name} ${host}`.toLowerCase().includes(words.toLowerCase())

/** The hooks of other systems, and whether their events arrive. */
export function EventHooksScreen() {
  const [{ q }, change] = useSearchState(HooksSearch)
  const navigate = useNavigate()
  const query = useQuery(hooksQuery)
  const hooks = query.data
  const rows = useMemo(() => hooks?.filter((hook) => fits(hook, q)), [hooks, q])
  const open = useCallback(
    (id: number) => void navigate({ to: SCREENS.eventHook.path, params: { id: String(id) } }),
    [navigate],
  )
  const hasHooks = hooks !== undefined && hooks.length > 0
  return (
    <Page
      back={<BackLink screen="sites" />}
      title={SCREENS.eventHooks.title}
      count={hooks?.length}
      search={
        hasHooks && (
          <SearchBox
            label={MESSAGES.search}
            value={q}
            onSearch={(words) => change({ q: words }, { replace: true })}
          />
        )
      }
      actions={hasHooks && NEW}
    >
      {hasHooks && <Answer hooks={hooks} staleSince={query.isRefetchError ? query.dataUpdatedAt : null} />}
      <HooksTable
        rows={rows}
        query={query}
        newLink={NEW}
        isFiltered={hasHooks}
        onShowAll={() => change({ q: '' })}
        onOpen={open}
      />
    </Page>
  )
}
