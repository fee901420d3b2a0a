import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { REPORT_RANGES } from '#shared/features/share-of-voice/contract.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { siteOption } from '#web/features/sites/site-badge.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { tagsQuery } from '../keywords/queries.ts'
import { tagsCutNote } from '../keywords/tags-cut-note.tsx'
import { sitesQuery } from '../sites/queries.ts'
import { CLEAR_FILTERS, FAILURES } from './messages.ts'
import { CLEARED, isFiltered, type ReportsSearch } from './search.ts'

interface ReportFiltersProps {
  search: ReportsSearch
  onChange: (patch: Partial<ReportsSearch>) => void
  /** Whether keywords can be looked for by site and words, or only by tags. */
  hasKeywords: boolean
}

function SiteSelect({ search, onChange }: Omit<ReportFiltersProps, 'hasKeywords'>) {
  const { data, error, isPending } = useQuery(sitesQuery)
  useFailureNotice(error, FAILURES.sites)
  return (
    <Select
      aria-label="Site"
      placeholder="All sites"
      allowClear
      loading={isPending}
      value={search.site ?? null}
      showSearch={{ optionFilterProp: 'name' }}
      options={(data ?? []).map(siteOption)}
      onChange={(site: number | null | undefined) => onChange({ site: site ?? undefined })}
      className="report-select"
    />
  )
}

/** Range, site, tags and words: what every report narrows by, as far as it can. */
export function ReportFilters({ search, onChange, hasKeywords }: ReportFiltersProps) {
  const tags = useQuery(tagsQuery)
  useFailureNotice(tags.error, FAILURES.tags)
  const change = (patch: Partial<ReportsSearch>) => onChange({ page: 1, ...patch })
  return (
    <div className="report-filters">
      <Segmented
        aria-label="Range"
        value={search.range}
        options={REPORT_RANGES.map((days) => ({ value: days, label: `${days} days` }))}
        onChange={(range) => change({ range })}
      />
      {hasKeywords && <SiteSelect search={search} onChange={change} />}
      <Select
        mode="multiple"
        aria-label="Tags"
        placeholder="All tags"
        maxTagCount="responsive"
        loading={tags.isPending}
        value={search.tag ?? []}
        {...tagsCutNote(tags.data, false)}
        showSearch={{ optionFilterProp: 'label' }}
        options={(tags.data ?? []).map(({ tag_id, tag }) => ({ value: tag_id, label: tag }))}
        onChange={(ids: number[]) => change({ tag: ids.length > 0 ? ids : undefined })}
        className="report-select"
      />
      {hasKeywords && (
        <div className="report-search">
          <SearchBox label="Filter keywords" value={search.query} onSearch={(query) => change({ query })} />
        </div>
      )}
      {isFiltered(search) && (
        <Button type="text" onClick={() => onChange(CLEARED)}>
          {CLEAR_FILTERS}
        </Button>
      )}
    </div>
  )
}
