import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { Id } from '#shared/http/fields.ts'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
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

/** The page of an event hook, or its form. */
export function EventHookScreen() {
  const params: { id?: string } = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  const [search, change] = useSearchState(HookSearch)
  const { data: hook, error, refetch } = useQuery({ ...hookQuery(id ?? 0), enabled: id !== undefined })
  if (hook && search.edit !== undefined)
    return (
      <Page back={BACK} title={`Edit “${hook.name}”`}>
        <HookForm key={hook.id} hook={hook} onDone={() => change({ edit: undefined })} />
      </Page>
    )
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
