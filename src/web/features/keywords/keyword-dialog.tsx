import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import type { Site } from '#shared/features/sites/contract.ts'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { useToldAdded } from '../keyword-changes/queries.ts'
import { sitesQuery } from '../sites/queries.ts'
import { KeywordFields } from './keyword-fields.tsx'
import { FAILURES } from './messages.ts'
import { takenKeywordIn, useSaveKeyword } from './queries.ts'
import { bodyOf, type KeywordValues, useKeywordForm } from './use-keyword-form.ts'

export const KEYWORD_WIDTH = 560

interface KeywordDialogProps {
  /** Null makes a new one. */
  row: KeywordRow | null
  onClose: () => void
  /** Another keyword has these words already. */
  onOpenOther: (id: number) => void
  /** The row of a keyword that was added. */
  onShow: (id: number) => void
}

type Saved = Pick<KeywordRow, 'keyword_id' | 'keyword'> & { change_id: number | null }

const LABELS = { keyword: 'Keyword', tags: 'Tags', sites: 'Sites', tracked: 'Tracked' } as const

/** The values of a keyword as people read them. */
const readable = (sites: readonly Site[]) => (values: KeywordValues, name: keyof KeywordValues) => {
  if (name === 'keyword') return [values.keyword]
  if (name === 'tags') return [values.tags.join(', ')]
  if (name === 'tracked') return [values.tracked ? 'Tracked' : 'Not tracked']
  const nameOf = (id: number) => sites.find(({ site_id }) => site_id === id)?.display_name ?? `${id}`
  return [values.sites.map(nameOf).join(', ')]
}

/** New Keyword or Edit Keyword. */
export function KeywordDialog({ row, onClose, onOpenOther, onShow }: KeywordDialogProps) {
  const form = useKeywordForm(row)
  const { mutateAsync: save } = useSaveKeyword()
  const { data: sites } = useQuery(sitesQuery)
  const tellAdded = useToldAdded()
  const done = ({ keyword_id: id, keyword, change_id: changeId }: Saved) => {
    if (row) notify({ kind: 'success', title: 'Keyword saved', description: keyword })
    // The filters need not find it.
    else tellAdded({ id, keyword, changeId }, { more: [{ label: 'Show it', run: () => onShow(id) }] })
    onClose()
  }
  const submit = () =>
    form.submit(
      (values, { base: { version } }) => save({ id: row?.keyword_id ?? null, body: bodyOf(values), version }),
      done,
    )
  return (
    <FormDialog
      form={form}
      failTitle={FAILURES.save}
      wayOn={(error) => {
        const other = takenKeywordIn(error)
        if (other === null) return null
        return (
          <Button type="link" size="small" onClick={() => onOpenOther(other)}>
            Open it
          </Button>
        )
      }}
      title={row ? 'Edit Keyword' : 'New Keyword'}
      width={KEYWORD_WIDTH}
      submitText={row ? 'Save' : 'Add Keyword'}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ConflictPanel
        form={form}
        noun="keyword"
        title={FAILURES.save}
        labels={LABELS}
        linesOf={readable(sites ?? [])}
      />
      <KeywordFields form={form} />
    </FormDialog>
  )
}
