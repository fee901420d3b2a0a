import { useQuery } from '@tanstack/react-query'
import type { Site } from '#shared/features/ground/sites/contract.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { useFormState } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { keywordsOf } from '../keyword-changes/messages.ts'
import { useAddedToast } from '../keyword-changes/queries.ts'
import { KeywordFields } from './keyword-fields.tsx'
import { FAILURES } from './messages.ts'
import { takenKeywordIn, useSaveKeyword } from './queries.ts'
import { bodyOf, type KeywordValues, keywordsIn, useKeywordForm } from './use-keyword-form.ts'

export const KEYWORD_WIDTH = 560

interface KeywordDialogProps {
  /** Null for a new one. */
  row: KeywordRow | null
  onClose: () => void
  /** Another keyword has the same words. */
  onOpenOther: (id: number) => void
  /** Shows the row of an added keyword. */
  onShow: (id: number) => void
}

type Saved = Pick<KeywordRow, 'keyword_id' | 'keyword'> & { change_id: number | null }

const LABELS = { keyword: 'Keyword', tags: 'Tags', sites: 'Sites', tracked: 'Tracked' } as const

type SaveKeyword = ReturnType<typeof useSaveKeyword>['mutateAsync']

/** Adds a pasted list one by one. Keywords added before an error are removed from the field. */
async function addAll(form: Form<KeywordValues>, save: SaveKeyword, keywords: readonly string[]) {
  const existing: string[] = []
  for (const [at, keyword] of keywords.entries()) {
    const body = bodyOf({ ...form.values(), keyword })
    await save({ id: null, body, version: undefined }).catch((error: unknown) => {
      if (takenKeywordIn(error) === null) {
        form.set('keyword', keywords.slice(at).join('\n'))
        throw error
      }
      existing.push(keyword)
    })
  }
  return { count: keywords.length - existing.length, existing }
}

/** The values of a keyword as readable text. */
const readable = (sites: readonly Site[]) => (values: KeywordValues, name: keyof KeywordValues) => {
  if (name === 'keyword') return [values.keyword]
  if (name === 'tags') return [values.tags.join(', ')]
  if (name === 'tracked') return [values.tracked ? 'Tracked' : 'Not tracked']
  const nameOf = (id: number) => sites.find(({ site_id }) => site_id === id)?.display_name ?? `${id}`
  return [values.sites.map(nameOf).join(', ')]
}

const submitWords = (row: KeywordRow | null, count: number) => {
  if (row) return 'Save'
  return count > 1 ? `Add ${keywordsOf(count)}` : 'Add Keyword'
}

/** The result of adding a pasted list. */
const addedWords = ({ count, existing }: Awaited<ReturnType<typeof addAll>>) => ({
  kind: 'success' as const,
  title: `${keywordsOf(count)} added`,
  ...(existing.length > 0 ? { description: `Already in the list: ${existing.join(', ')}` } : {}),
})

/** New Keyword or Edit Keyword. */
export function KeywordDialog({ row, onClose, onOpenOther, onShow }: KeywordDialogProps) {
  const form = useKeywordForm(row)
  const { mutateAsync: save } = useSaveKeyword()
  const { data: sites } = useQuery(sitesQuery)
  const tellAdded = useAddedToast()
  const done = ({ keyword_id: id, keyword, change_id: changeId }: Saved) => {
    if (row) notify({ kind: 'success', title: 'Keyword saved', description: keyword })
    // The active filters may not match it.
    else tellAdded({ id, keyword, changeId }, { more: [{ label: 'Show it', run: () => onShow(id) }] })
    onClose()
  }
  const keywords = useFormState(form, ({ values }) => values.keyword)
  const count = keywordsIn(keywords).length
  const submitAll = () =>
    form.submit(
      ({ keyword }) => addAll(form, save, keywordsIn(keyword)),
      (added) => {
        notify(addedWords(added))
        onClose()
      },
    )
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
      submitText={submitWords(row, count)}
      onSubmit={() => void (count > 1 ? submitAll() : submit())}
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
