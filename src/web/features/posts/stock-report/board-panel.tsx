import { useQuery } from '@tanstack/react-query'
import { money } from '#shared/format/money.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { daysSince } from './messages.ts'
import { soldOutQuery } from './queries.ts'
import type { OosSearch } from './search.ts'

const ReplacePanel = onDemand(() =>
  import('../../articles/replacements/replace-panel.tsx').then(({ ReplacePanel }) => ReplacePanel),
)
const OutcomePanel = onDemand(() =>
  import('../../articles/replacements/outcome-panel.tsx').then(({ OutcomePanel }) => OutcomePanel),
)

interface ChosenPanelProps {
  asin: string
  onChange: (patch: Partial<OosSearch>) => void
}

function ChosenPanel({ asin, onChange }: ChosenPanelProps) {
  const { data: product, isPending } = useQuery(soldOutQuery(asin))
  if (isPending) return null
  const { title = '', image_url: imageUrl = null, since = null, at_risk: atRisk = null } = product ?? {}
  const note = [
    since === null ? undefined : `out for ${daysSince(since, Date.now())}`,
    atRisk === null ? undefined : `${money(atRisk)} a week`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
  return (
    <ReplacePanel
      key={asin}
      product={{ asin, name: title, image: imageUrl, note }}
      onClose={() => onChange({ replace: undefined })}
      onBegun={(id: number) => onChange({ replace: undefined, replacement: id })}
    />
  )
}

interface BoardPanelProps {
  search: OosSearch
  onChange: (patch: Partial<OosSearch>) => void
}

/** Beside the list: the replacement form of a product, or the outcome of a replacement. */
export function BoardPanel({ search: { replace, replacement }, onChange }: BoardPanelProps) {
  if (replacement !== undefined)
    return (
      <OutcomePanel key={replacement} id={replacement} onClose={() => onChange({ replacement: undefined })} />
    )
  return replace === undefined ? null : <ChosenPanel asin={replace} onChange={onChange} />
}
