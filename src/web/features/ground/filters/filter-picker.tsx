import { useId } from 'react'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { DateRange } from '#web/ui/input/date-range.tsx'
import { Radio } from '#web/ui/input/radio.tsx'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { chosenIn, type ListFilter, type ListFilters } from '#web/ui/list/filter.ts'
import { UserPicker } from '../users/user-picker.tsx'
import { type ChoiceSource, FAILURES } from './messages.ts'
import { useChoices } from './use-choices.ts'

type Kind<Name extends ListFilter['kind']> = Extract<ListFilter<ChoiceSource>, { kind: Name }>

export type Address = Readonly<Record<string, unknown>>

interface ControlProps<Of> {
  filter: Of
  isTall?: boolean
  value: unknown
  onChange: (value: unknown) => void
}

/** Choices without room are counted: beside the visible ones, or as text if none is visible. */
const shortened = (chosen: number) => ({
  maxTagCount: 'responsive' as const,
  maxTagPlaceholder: (rest: readonly unknown[]) =>
    rest.length === chosen ? `${chosen} chosen` : `+ ${rest.length}`,
})

function ChoiceControl({ filter, isTall = false, value, onChange }: ControlProps<Kind<'one' | 'many'>>) {
  const { kind, label, none, from, failTitle } = filter
  const { offers, isPending = false, isSearched, absence, look, failure } = useChoices(from)
  useFailureNotice(failure?.error ?? null, failTitle ?? failure?.title ?? '')
  const many = Array.isArray(value) ? value : []
  const isOne = kind === 'one'
  return (
    <Select<unknown, (typeof offers)[number]>
      {...look}
      {...(isOne ? { allowClear: true } : { mode: 'multiple', ...(isTall ? {} : shortened(many.length)) })}
      aria-label={label}
      className="list-filter"
      placeholder={none}
      loading={isPending}
      // An id without its name would mean nothing to the user.
      value={isOne ? (isPending ? null : (value ?? null)) : many}
      options={[...offers]}
      {...(isSearched
        ? {
            showSearch: {
              filterOption: (typed, offer) =>
                `${offer?.name} ${offer?.note ?? ''}`.toLowerCase().includes(typed.toLowerCase()),
            },
          }
        : {})}
      {...(offers.some(({ note }) => note)
        ? {
            optionRender: ({ data: { label: shown, note } }) => (
              <>
                {shown}
                <div className="meta">{note}</div>
              </>
            ),
          }
        : {})}
      {...(absence === undefined ? {} : { notFoundContent: absence })}
      onChange={(next) =>
        onChange(Array.isArray(next) && next.length === 0 ? undefined : (next ?? undefined))
      }
    />
  )
}

function EitherControl({ filter: { label, from }, value, onChange }: ControlProps<Kind<'either'>>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="cluster gap-8">
      {from.map((option) => (
        <Radio
          key={option.label}
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        >
          {option.label}
        </Radio>
      ))}
    </div>
  )
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

interface FilterPickerProps {
  filters: ListFilters<ChoiceSource>
  name: string
  search: Address
  /** There is room for all choices. */
  isTall?: boolean
  onChange(patch: object): void
}

/** The control of a filter, by its declaration. */
export function FilterPicker({ filters, name, search, isTall = false, onChange }: FilterPickerProps) {
  const filter = filters[name]
  const value = search[name]
  const choose = (next: unknown) => onChange(chosenIn(filters, name, next))
  switch (filter?.kind) {
    case 'one':
    case 'many':
      return <ChoiceControl filter={filter} isTall={isTall} value={value} onChange={choose} />
    case 'either':
      return <EitherControl filter={filter} value={value} onChange={choose} />
    case 'days':
      return (
        <DateRange
          label={filter.label}
          from={text(value)}
          to={text(search[filter.until])}
          isShort={filter.isShort ?? false}
          onChange={(from, to) => onChange({ [name]: from, [filter.until]: to })}
        />
      )
    case 'users':
      return (
        <UserPicker
          label={filter.label}
          value={Array.isArray(value) ? value : []}
          failTitle={FAILURES.people}
          onChange={(ids) => choose(ids.length > 0 ? ids : undefined)}
        />
      )
    case 'search':
      return (
        <div className="list-search">
          <SearchBox label={filter.label} value={text(value) ?? ''} onSearch={choose} />
        </div>
      )
    case 'typed': {
      const chosen = text(search[filter.within])
      if (chosen === undefined) return null
      return (
        <SearchBox
          label={filter.label(chosen)}
          value={text(value) ?? ''}
          maxLength={filter.maxLength}
          onSearch={(typed) => choose(typed === '' ? undefined : typed)}
        />
      )
    }
    default:
      return null
  }
}
