import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { Replacement } from '#shared/features/articles/replacements/contract.ts'
import { useUser } from '#web/api/session.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import { DROPPED, daysLeft, FAILURES, outcomeWords, REQUESTED, STILL_OLD, stateWords } from './messages.ts'
import { PlaceTitle } from './places-fields.tsx'
import { replacementQuery, useRetryReplacement, useUndoReplacement } from './queries.ts'
import { useRefreshWhenDone } from './use-refresh-when-done.ts'

const UNTOLD = ['left', 'open', 'blocked']

function Places({ list }: { list: Replacement['list'] }) {
  return (
    <ul className="replace-places ruled told" aria-label="Result for each place">
      {list.map((place) => (
        <li
          key={place.place_id}
          data-state={place.state}
          data-drafted={place.is_drafted || place.is_unpublished || place.way === 'request' || undefined}
        >
          <SiteCodeBadge code={place.site} />
          <PlaceTitle place={place} />
          <span className="place-award">{stateWords(place)}</span>
          {place.reason !== null && <span className="place-note">{place.reason}</span>}
          {place.is_drafted && place.way === 'update' && (
            <span className="place-note">We drafted an update for you. Review and submit it.</span>
          )}
          {place.is_unpublished && place.way === 'update' && <span className="place-note">{DROPPED}</span>}
          {place.is_requested && <span className="place-note">{REQUESTED}</span>}
        </li>
      ))}
    </ul>
  )
}

function Footer({ replacement }: { replacement: Replacement }) {
  const { replacement_id: id, places, undo } = replacement
  const user = useUser()
  const retry = useRetryReplacement()
  const takeBack = useUndoReplacement()
  const isOwn = user?.id === replacement.user.id
  const isBusy = retry.isPending || takeBack.isPending
  if (undo.state === 'running')
    return (
      <span className="meta" role="status">
        You can close this; it keeps going.
      </span>
    )
  return (
    <>
      <span className="meta" role="status">
        {undo.state === 'open' ? daysLeft(undo.days_left) : undo.state === 'undone' ? 'Undone' : ''}
      </span>
      <span className="row align-stretch gap-8">
        {isOwn && Boolean(places.failed) && undo.state !== 'undone' && (
          <Button loading={retry.isPending} disabled={isBusy} onClick={() => retry.mutate(id)}>
            Try again
          </Button>
        )}
        {isOwn && undo.state === 'open' && (
          <Button
            icon={<Undo2 size={14} aria-hidden="true" />}
            loading={takeBack.isPending}
            disabled={isBusy}
            onClick={() => takeBack.mutate(id)}
          >
            Undo
          </Button>
        )}
      </span>
    </>
  )
}

/**
 * The outcome of a replacement for each place, with Try again for failed places and, for its author, Undo for
 * thirty days.
 */
export function OutcomePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(replacementQuery(id))
  useRefreshWhenDone(data)
  if (!data)
    return (
      <SidePanel title="Replacement" onClose={onClose}>
        {error ? (
          <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
        ) : (
          <p className="quiet">…</p>
        )}
      </SidePanel>
    )
  const told = data.list.filter(({ state }) => !UNTOLD.includes(state))
  const others = data.list.filter(({ state }) => UNTOLD.includes(state))
  return (
    <SidePanel
      title={`${data.from.name || data.from.asin} → ${data.to.name || data.to.asin}`}
      note={outcomeWords(data)}
      picture={<ProductPicture address={data.to.image_url ?? undefined} />}
      step={data.undo.state}
      onClose={onClose}
      footer={<Footer replacement={data} />}
    >
      {data.drafted > data.requests.open && <p className="replace-drafted">{STILL_OLD}</p>}
      {told.length > 0 && <Places list={told} />}
      {others.length > 0 && (
        <details className="replace-blocked mt-8">
          <summary>{others.length} not replaced</summary>
          <Places list={others} />
        </details>
      )}
    </SidePanel>
  )
}
