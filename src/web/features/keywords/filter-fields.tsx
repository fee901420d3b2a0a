import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Radio, type SelectProps } from 'antd'
import { ARTICLE_STATUSES } from '#shared/features/articles/rules.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { siteOption } from '#web/features/sites/site-badge.tsx'
import { DateRange } from '#web/ui/date-range.tsx'
import { Select } from '#web/ui/select.tsx'
import { statusesQuery } from '../articles/queries.ts'
import { sitesQuery } from '../sites/queries.ts'
import { FAILURES, FILTER_LABELS, type FilterName } from './messages.ts'
import { tagsQuery } from './queries.ts'
import type { KeywordsSearch } from './search.ts'
import { tagsCutNote } from './tags-cut-note.tsx'

interface FieldProps {
  search: KeywordsSearch
  onChange: (patch: Partial<KeywordsSearch>) => void
}

const chosen = <Value,>(values: Value[]): Value[] | undefined => (values.length > 0 ? values : undefined)

function TrackingField({ search, onChange }: FieldProps) {
  return (
    <Radio.Group
      aria-label={FILTER_LABELS.tracking}
      value={search.tracked}
      onChange={(event) => onChange({ tracked: event.target.value })}
      options={[
        { value: true, label: 'Tracked' },
        { value: false, label: 'Not tracked' },
      ]}
    />
  )
}

function DateField({ search, onChange }: FieldProps) {
  return (
    <DateRange
      label={FILTER_LABELS.date}
      from={search.createdFrom}
      to={search.createdTo}
      isShort
      onChange={(createdFrom, createdTo) => onChange({ createdFrom, createdTo })}
    />
  )
}

interface ManySelectProps<Value> extends SelectProps<Value[]> {
  label: string
  failTitle: string
  /** What there is to choose from. */
  asked: Pick<UseQueryResult, 'error' | 'isPending'>
}

/** Any of several; a list that could not be read is told as a notice. */
function ManySelect<Value extends number | string>(props: ManySelectProps<Value>) {
  const { label, failTitle, asked, ...select } = props
  useFailureNotice(asked.error, failTitle)
  return (
    <Select<Value[]>
      mode="multiple"
      className="filter-select"
      aria-label={label}
      loading={asked.isPending}
      {...select}
    />
  )
}

function SitesField({ search, onChange }: FieldProps) {
  const asked = useQuery(sitesQuery)
  return (
    <ManySelect
      label={FILTER_LABELS.sites}
      failTitle={FAILURES.sites}
      asked={asked}
      placeholder="Any site"
      value={search.sites ?? []}
      showSearch={{ optionFilterProp: 'name' }}
      options={(asked.data ?? []).map(siteOption)}
      onChange={(sites: number[]) => onChange({ sites: chosen(sites) })}
    />
  )
}

function TagsField({ search, onChange }: FieldProps) {
  const asked = useQuery(tagsQuery)
  return (
    <ManySelect
      label={FILTER_LABELS.tags}
      failTitle={FAILURES.tags}
      asked={asked}
      placeholder="Any tag"
      value={search.tags ?? []}
      {...tagsCutNote(asked.data, false)}
      showSearch={{ optionFilterProp: 'label' }}
      options={(asked.data ?? []).map(({ tag_id, tag }) => ({ value: tag_id, label: tag }))}
      onChange={(tags: number[]) => onChange({ tags: chosen(tags) })}
    />
  )
}

function StatusField({ search, onChange }: FieldProps) {
  const asked = useQuery(statusesQuery)
  return (
    <ManySelect
      label={FILTER_LABELS.status}
      failTitle={FAILURES.statuses}
      asked={asked}
      placeholder="Any status"
      value={search.articleStatus ?? []}
      options={asked.data ?? []}
      onChange={(statuses: string[]) =>
        onChange({ articleStatus: chosen(ARTICLE_STATUSES.filter((status) => statuses.includes(status))) })
      }
    />
  )
}

const FIELDS: Readonly<Record<FilterName, (props: FieldProps) => React.ReactNode>> = {
  status: StatusField,
  tracking: TrackingField,
  sites: SitesField,
  tags: TagsField,
  date: DateField,
}

/** What a filter is set with. */
export function FilterFields({ name, ...props }: FieldProps & { name: FilterName }) {
  const Fields = FIELDS[name]
  return <Fields {...props} />
}
