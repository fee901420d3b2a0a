import { Button, Dropdown } from 'antd'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useToday } from '../share-of-voice/use-calendar-place.ts'
import { CLEAR_FILTERS, FILTER_LABELS, FILTER_NAMES, type FilterName } from './messages.ts'
import { begun, isInForce, type KeywordsSearch, without } from './search.ts'
import { useFilterWords } from './use-filter-words.ts'

const FilterFields = onDemand(() => import('./filter-fields.tsx').then(({ FilterFields }) => FilterFields))

interface KeywordFiltersProps {
  search: KeywordsSearch
  onChange: (patch: Partial<KeywordsSearch>) => void
}

/** The filters in force, each with what it keeps, and the menu of those that can be added. */
export function KeywordFilters({ search, onChange }: KeywordFiltersProps) {
  // One that was added and has nothing chosen yet is in no address.
  const [added, setAdded] = useState<readonly FilterName[]>([])
  const box = useRef<HTMLDivElement>(null)
  const words = useFilterWords(search)
  const today = useToday()
  const shown = FILTER_NAMES.filter((name) => isInForce(search, name) || added.includes(name))
  const rest = FILTER_NAMES.filter((name) => !shown.includes(name))

  const add = (name: FilterName) => {
    setAdded([...added, name])
    const patch = begun(name, today)
    if (Object.keys(patch).length > 0) onChange(patch)
  }
  const remove = (name: FilterName) => {
    setAdded(added.filter((each) => each !== name))
    onChange(without(name))
    // The button that was pressed is gone: whoever has no mouse goes on from here.
    box.current?.focus()
  }
  return (
    <div ref={box} tabIndex={-1} className="keyword-filters">
      {shown.map((name) => (
        <FilterChip
          key={name}
          label={FILTER_LABELS[name]}
          value={words[name]}
          startsOpen={added.includes(name) && !isInForce(search, name)}
          onRemove={() => remove(name)}
        >
          <FilterFields name={name} search={search} onChange={(patch) => onChange({ page: 1, ...patch })} />
        </FilterChip>
      ))}
      {rest.length > 0 && (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={{
            items: rest.map((name) => ({ key: name, label: FILTER_LABELS[name], onClick: () => add(name) })),
          }}
        >
          <Button type="dashed" shape="round" size="small" icon={<Plus size={14} aria-hidden="true" />}>
            Add filter
          </Button>
        </Dropdown>
      )}
      {shown.length > 1 && (
        <Button
          type="text"
          size="small"
          onClick={() => {
            setAdded([])
            onChange(Object.assign({}, ...FILTER_NAMES.map(without)))
          }}
        >
          {CLEAR_FILTERS}
        </Button>
      )}
    </div>
  )
}
