import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { SCAN_OUTCOMES, type ScanFunctionId, type ScanOutcome } from '#shared/features/operate/scan/rules.ts'
import { Select } from '#web/ui/input/select.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { siteOption } from '../../ground/sites/site-badge.tsx'
import { STATUS_CHOICES } from './messages.ts'
import { scanQuery } from './queries.ts'
import type { ScanSearch } from './search.ts'

interface ScanFiltersProps {
  search: ScanSearch
  onChange: (patch: Partial<ScanSearch>) => void
}

/** The site and function of the scan, and whether the page scrolls along. */
export function ScanFilters({ search, onChange }: ScanFiltersProps) {
  const sites = useQuery(sitesQuery)
  const all = useQuery(scanQuery({}))
  const label = useId()
  const options = (all.data?.data ?? [])
    .flatMap(({ features }) => features)
    .map(({ name, functions }) => ({
      label: name,
      options: functions.map((one) => ({ value: one.id, label: one.name, name: `${name} ${one.name}` })),
    }))
  return (
    <div className="scan-filters cluster gap-8">
      <Select<number>
        aria-label="Site"
        allowClear
        placeholder="All sites"
        value={search.site ?? null}
        options={(sites.data ?? []).filter(({ retired }) => !retired).map(siteOption)}
        showSearch={{ optionFilterProp: 'name' }}
        onChange={(site) => onChange({ site: site ?? undefined })}
      />
      <Select<ScanFunctionId>
        aria-label="Function"
        allowClear
        placeholder="All functions"
        value={search.function ?? null}
        options={options}
        showSearch={{ optionFilterProp: 'name' }}
        onChange={(only) => onChange({ function: only ?? undefined })}
      />
      <Select<ScanOutcome>
        aria-label="Status"
        allowClear
        placeholder="All statuses"
        value={search.status ?? null}
        options={SCAN_OUTCOMES.map((value) => ({ value, label: STATUS_CHOICES[value] }))}
        onChange={(status) => onChange({ status: status ?? undefined })}
      />
      <span className="scan-follows inline-row gap-8">
        <Switch
          label="Auto-scroll"
          checked={search.scroll === undefined}
          onChange={(isOn) => onChange({ scroll: isOn ? undefined : 'off' })}
        />
        <span id={label} aria-hidden="true">
          Auto-scroll
        </span>
      </span>
    </div>
  )
}
