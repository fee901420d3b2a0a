import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, Unplug } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { EventHookDetails } from '#shared/features/operate/event-hooks/contract.ts'
import { Id } from '#shared/http/fields.ts'
import { BACK_CLASS, BackLink } from '#web/features/ground/system/back-link.tsx'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Page } from '#web/ui/page.tsx'
import { HookForm } from './hook-form.tsx'
import { HookPanel } from './hook-panel.tsx'
import { MESSAGES } from './messages.ts'
import { hookQuery } from './queries.ts'
import { HookSearch } from './search.ts'

const BACK = <BackLink screen="eventHooks" />

interface EditingProps {
  hook: EventHookDetails
  onSaved: () => void
}

/** The form of a hook; both ways back to its page ask before they discard anything. */
function Editing({ hook, onSaved }: EditingProps) {
  const navigate = useNavigate()
  const page = { to: SCREENS.eventHook.path, params: { id: String(hook.id) } } as const
  const label = `Back to ${hook.name}`
  return (
    <Page
      back={
        <Link {...page} className={BACK_CLASS} aria-label={label} title={label}>
          <ArrowLeft aria-hidden="true" />
        </Link>
      }
      title={`Edit “${hook.name}”`}
    >
      <HookForm hook={hook} onSaved={onSaved} onCancel={() => void navigate(page)} />
    </Page>
  )
}

/** The page of an event hook, or its form. */
export function EventHookScreen() {
  const params: { id?: string } = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  const [search, change] = useSearchState(HookSearch)
  const { data: hook, error, refetch } = useQuery({ ...hookQuery(id ?? 0), enabled: id !== undefined })
  if (hook && search.edit !== undefined)
    return <Editing hook={hook} onSaved={() => change({ edit: undefined })} />
  if (hook) return <HookPanel key={hook.id} back={BACK} hook={hook} search={search} onChange={change} />
  return (
    <Page back={BACK} title={SCREENS.eventHook.title}>
      {id === undefined || hook === null ? (
        <DeadEnd
          icon={<Unplug size={20} aria-hidden="true" />}
          title={MESSAGES.noSuchHook}
          text={MESSAGES.noSuchHookWhy}
          ways={['eventHooks', 'sites']}
        />
      ) : (
        <div className="sheet">
          {error ? (
            <Failed title={MESSAGES.notLoaded} message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={6} />
          )}
        </div>
      )}
    </Page>
  )
}
