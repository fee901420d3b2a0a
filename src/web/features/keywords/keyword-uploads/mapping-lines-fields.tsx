import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  UPLOAD_SEPARATORS,
  type UploadSeparator,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { siteOption } from '../../ground/sites/site-badge.tsx'
import { TagsPicker } from '../keywords/tags-picker.tsx'
import { SEPARATOR_NAMES } from './messages.ts'
import type { ColumnChoices } from './use-column-choices.ts'

interface MappingLinesFieldsProps {
  choices: ColumnChoices
  /** The current column separator. */
  separator: UploadSeparator | null
  onChange: (choices: ColumnChoices) => void
  onSeparator: (separator: UploadSeparator) => void
}

const SEPARATORS = UPLOAD_SEPARATORS.map((value) => ({ value, label: SEPARATOR_NAMES[value] }))

/** Besides the usual ones, these separate tags in a cell of a file. */
const UPLOADED_SEPARATORS = [';', '|']

/** The separator, and the tags and sites for all lines besides their own. */
export function MappingLinesFields({ choices, separator, onChange, onSeparator }: MappingLinesFieldsProps) {
  const id = useId()
  const sites = useQuery(sitesQuery)
  return (
    <div className="sheet upload-sheet mapping-fields">
      <Checkbox
        checked={choices.hasHeading}
        onChange={(event) => onChange({ ...choices, hasHeading: event.target.checked })}
      >
        The first line is a header
      </Checkbox>
      <Labelled id={`${id}-separator`} label="Separator">
        <Select<UploadSeparator | null>
          id={`${id}-separator`}
          value={separator}
          options={SEPARATORS}
          placeholder="as its first line says"
          onChange={(value) => value !== null && onSeparator(value)}
        />
      </Labelled>
      <Labelled id={`${id}-sites`} label="Sites for all lines">
        <Select<string[]>
          id={`${id}-sites`}
          mode="multiple"
          value={[...choices.sites]}
          placeholder="Choose sites"
          showSearch={{ optionFilterProp: 'name' }}
          options={(sites.data ?? []).map((site) => ({ ...siteOption(site), value: site.code }))}
          onChange={(codes) => onChange({ ...choices, sites: codes })}
        />
      </Labelled>
      <Labelled id={`${id}-tags`} label="Tags for all lines">
        <TagsPicker
          id={`${id}-tags`}
          value={choices.tags}
          separators={UPLOADED_SEPARATORS}
          onChange={(typed) => onChange({ ...choices, tags: typed })}
        />
      </Labelled>
    </div>
  )
}
