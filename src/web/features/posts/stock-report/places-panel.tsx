import { useQuery } from '@tanstack/react-query'
import { Clock, FilePen, Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StockReportPlaces } from '#shared/features/posts/stock-report/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { NotLoadedNote } from '#web/ui/feedback/not-loaded-note.tsx'
import { PLACES } from './messages.ts'
import { placesQuery } from './queries.ts'
import type { OosSearch } from './search.ts'

interface TileProps {
  label: string
  icon: ReactNode
  sum: StockReportPlaces['here'] | undefined
}

function Tile({ label, icon, sum }: TileProps) {
  const risk = sum?.at_risk ?? null
  return (
    <div>
      <dt className="fact-name row gap-6 meta nowrap">
        {icon}
        {label}
      </dt>
      <dd className="fact-value">{sum ? countedIn(sum.places, 'place') : '…'}</dd>
      <dd className="fact-note">
        {risk === null ? PLACES.unknown(sum?.places ?? 0) : `${money(risk)} a week`}
      </dd>
    </div>
  )
}

/** Where the filtered products can be replaced: here, on their sites, or drafted already. */
export function PlacesPanel({ search }: { search: OosSearch }) {
  const query = useQuery(placesQuery(search))
  const { data: places } = query
  if (query.error && !places) return <NotLoadedNote what={PLACES.failed} query={query} />
  return (
    <dl className="fact-strip row align-stretch places-facts">
      <Tile label={PLACES.here} icon={<FilePen size={14} aria-hidden="true" />} sum={places?.here} />
      <Tile label={PLACES.sites} icon={<Globe size={14} aria-hidden="true" />} sum={places?.on_sites} />
      <Tile label={PLACES.drafted} icon={<Clock size={14} aria-hidden="true" />} sum={places?.drafted} />
    </dl>
  )
}
