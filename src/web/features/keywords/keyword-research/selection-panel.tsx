import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MOST_ADDED, TAG_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { counted } from '#shared/format/count.ts'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { useSubmitKey } from '#web/ui/input/use-hotkey.ts'
import { choosable, sitesQuery } from '../../ground/sites/queries.ts'
import { siteOption } from '../../ground/sites/site-badge.tsx'
import { TagsPicker } from '../keywords/tags-picker.tsx'
import { addWords, SELECTION, tooManyWords } from './messages.ts'
import { useAddMany } from './use-add-many.ts'

interface SelectionPanelProps {
  keywords: readonly string[]
  /** These leave the selection: added, or cleared. */
  onLeave: (keywords: readonly string[]) => void
}

/** The selected keywords, the site and tags that they get, and the button that adds them. */
export function SelectionPanel({ keywords, onLeave }: SelectionPanelProps) {
  const [site, setSite] = useState<number>()
  const [tags, setTags] = useState<readonly string[]>([])
  const { data: sites } = useQuery(sitesQuery)
  const { add, isPending } = useAddMany(onLeave)
  const isTooMany = keywords.length > MOST_ADDED
  const addAll = () => {
    if (!isTooMany && !isPending) add({ keywords, site, tags })
  }
  useSubmitKey(addAll)
  return (
    <section className="rows-bar row gap-8 research-selection" aria-label={SELECTION.label} {...bar}>
      <strong className="nowrap" role="status">
        {counted(keywords.length)} selected
      </strong>
      <Select
        aria-label="Site"
        allowClear
        value={site}
        placeholder={SELECTION.site}
        showSearch={{ optionFilterProp: 'name' }}
        options={choosable(sites, site === undefined ? [] : [site]).map(siteOption)}
        onChange={setSite}
      />
      <TagsPicker
        className="research-tags"
        aria-label="Tags"
        value={tags}
        placeholder={SELECTION.tags}
        maxTagCount="responsive"
        onChange={(chosen) => setTags(chosen.map((tag) => tag.slice(0, TAG_MAXIMUM)))}
      />
      <Button type="text" className="research-clear" onClick={() => onLeave(keywords)}>
        {SELECTION.clear}
      </Button>
      <ReasonedButton
        type="primary"
        icon={<Plus size={16} aria-hidden="true" />}
        why={isTooMany ? tooManyWords : null}
        loading={isPending}
        aria-keyshortcuts="Control+Enter"
        onClick={addAll}
      >
        {addWords(keywords.length)}
      </ReasonedButton>
    </section>
  )
}
