import { useQuery } from '@tanstack/react-query'
import type { SelectProps } from 'antd'
import type { ReactElement } from 'react'
import { MOST_TAGS } from '#shared/features/keywords/keywords/contract.ts'
import { counted } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { TAG_SEPARATORS } from '#web/ui/input/pasted-list.ts'
import { Select } from '#web/ui/input/select.tsx'
import { FAILURES } from './messages.ts'
import { tagsQuery } from './queries.ts'
import { distinctTags } from './use-keyword-form.ts'

/** A note below a list of tags that there are more; nothing if the list is complete. */
export function tagsCutNote(tags: readonly unknown[] | undefined, canType: boolean) {
  if ((tags?.length ?? 0) < MOST_TAGS) return {}
  return {
    popupRender: (menu: ReactElement) => (
      <>
        {menu}
        <p className="meta tags-cut">
          The list ends after {counted(MOST_TAGS)} tags.
          {canType && ' Type to find others.'}
        </p>
      </>
    ),
  }
}

interface TagsPickerProps extends Omit<SelectProps<string[]>, 'mode' | 'value' | 'onChange' | 'options'> {
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Further characters that end a tag. */
  separators?: readonly string[]
  closesOnChoice?: boolean
}

/** Tags, typed, pasted as a list or picked. Leaving the field adds what was typed last. */
export function TagsPicker({ value, onChange, separators = [], ...props }: TagsPickerProps) {
  const { data, error } = useQuery({ ...tagsQuery, enabled: useMay('ViewKeywords') })
  useFailureNotice(error, FAILURES.tags)
  return (
    <Select<string[]>
      placeholder="Type a tag, then Enter"
      {...tagsCutNote(data, true)}
      {...props}
      mode="tags"
      value={[...value]}
      tokenSeparators={[...TAG_SEPARATORS, ...separators]}
      options={(data ?? []).map(({ tag }) => ({ value: tag, label: tag }))}
      onChange={(tags) => onChange(distinctTags(tags))}
    />
  )
}
