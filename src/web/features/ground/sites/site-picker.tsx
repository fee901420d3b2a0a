import { useQuery } from '@tanstack/react-query'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Select } from '#web/ui/input/select.tsx'
import { choosable, sitesQuery } from './queries.ts'
import { siteOption } from './site-badge.tsx'

interface SitePickerProps {
  id: string
  value: number | undefined
  onChange: (siteId: number) => void
  /** The specification's title of a failed load, which depends on the screen. */
  failTitle: string
  isInvalid?: boolean
  describedBy?: string | undefined
}

export function SitePicker({ id, value, onChange, failTitle, isInvalid, describedBy }: SitePickerProps) {
  const { data, error, isPending } = useQuery(sitesQuery)
  useFailureNotice(error, failTitle)
  return (
    <Select
      id={id}
      aria-label="Site"
      aria-required
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      value={value ?? null}
      loading={isPending}
      placeholder="Choose a site"
      status={isInvalid ? 'error' : ''}
      showSearch={{ optionFilterProp: 'name' }}
      options={choosable(data, value === undefined ? [] : [value]).map(siteOption)}
      onChange={(siteId: number | null) => siteId !== null && onChange(siteId)}
      style={{ width: '100%' }}
    />
  )
}
