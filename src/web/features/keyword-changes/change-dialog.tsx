import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useState } from 'react'
import type { BulkChange } from '#shared/features/keyword-changes/contract.ts'
import { tidyTag } from '#shared/features/keywords/rules.ts'
import { counted } from '#shared/format/count.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { siteOption } from '#web/features/sites/site-badge.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Labelled } from '#web/ui/labelled.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FAILURES as UNREAD } from '../keywords/messages.ts'
import { tagsQuery } from '../keywords/queries.ts'
import { tagsCutNote } from '../keywords/tags-cut-note.tsx'
import { sitesQuery } from '../sites/queries.ts'
import { ACTION_LABELS, FAILURES, keywordsOf, UNDER_WAY, VALUE_LABELS } from './messages.ts'
import { type Preparation, useApplyChange, usePrepareChange } from './queries.ts'

const WIDTH = 560
const VALUES_ID = 'change-values'

export type BulkAction = 'track' | 'untrack' | 'addSites' | 'removeSites' | 'addTags' | 'removeTags'
type Selection = Preparation['selection']

interface ValuesProps {
  of: 'sites' | 'tags'
  value: readonly (number | string)[]
  onChange: (values: (number | string)[]) => void
}

function Values({ of, value, onChange }: ValuesProps) {
  const sites = useQuery({ ...sitesQuery, enabled: of === 'sites' })
  const tags = useQuery({ ...tagsQuery, enabled: of === 'tags' })
  useFailureNotice(sites.error, UNREAD.sites)
  useFailureNotice(tags.error, UNREAD.tags)
  const options =
    of === 'sites'
      ? (sites.data ?? []).map(siteOption)
      : (tags.data ?? []).map(({ tag }) => ({ value: tag, label: tag, name: tag }))
  return (
    <Labelled id={VALUES_ID} label={of === 'sites' ? 'Sites' : 'Tags'} required>
      <Select
        id={VALUES_ID}
        mode={of === 'sites' ? 'multiple' : 'tags'}
        value={[...value]}
        {...tagsCutNote(tags.data, true)}
        showSearch={{ optionFilterProp: 'name' }}
        options={options as { value: number | string }[]}
        closesOnChoice
        onChange={onChange}
        style={{ width: '100%' }}
      />
    </Labelled>
  )
}

/** What the chosen values are called: tags as they are kept, sites by their names. */
function useNames(values: readonly (number | string)[]): string[] {
  const isOfSites = values.some((value) => typeof value === 'number')
  const sites = useQuery({ ...sitesQuery, enabled: isOfSites })
  const nameOf = (id: number) => sites.data?.find(({ site_id }) => site_id === id)?.display_name ?? `${id}`
  const names = values.map((value) => (typeof value === 'number' ? nameOf(value) : tidyTag(value)))
  return [...new Set(names)].filter((name) => name !== '')
}

interface PreviewProps {
  change: BulkChange
  values: readonly (number | string)[]
}

function Preview({ change, values }: PreviewProps) {
  const rest = change.changes - change.examples.length
  const names = useNames(values)
  const label = VALUE_LABELS[change.action]
  return (
    <>
      {label !== undefined && (
        <dl className="change-values">
          <dt>{label}</dt>
          {names.map((name) => (
            <dd key={name} className="tag">
              {name}
            </dd>
          ))}
        </dl>
      )}
      <p role="status">
        <strong>{keywordsOf(change.changes)}</strong> of {counted(change.selected)} selected will change.
      </p>
      <ul className="change-examples">
        {change.examples.map(({ keyword_id, keyword }) => (
          <li key={keyword_id}>{keyword}</li>
        ))}
        {rest > 0 && <li className="quiet">and {counted(rest)} more</li>}
      </ul>
    </>
  )
}

interface BeginningProps {
  needs: ValuesProps['of'] | null
  values: ValuesProps['value']
  onChange: ValuesProps['onChange']
  isPending: boolean
}

/** Before there is a preview. */
function Beginning({ needs, values, onChange, isPending }: BeginningProps) {
  return (
    <>
      {needs !== null && <Values of={needs} value={values} onChange={onChange} />}
      {needs === null && !isPending && <p>Preview shows which keywords change before anything is written.</p>}
      {isPending && <Skeleton lines={3} />}
    </>
  )
}

/** A change of very many keywords, which is made in the background. */
function UnderWay({ change }: { change: BulkChange }) {
  return (
    <div role="status">
      <p>
        Changing <strong>{keywordsOf(change.changes)}</strong> …
      </p>
      <Progress percent={change.progress} status="active" aria-label="Progress" />
      <p className="meta">{UNDER_WAY}</p>
    </div>
  )
}

interface ChangeDialogProps {
  action: BulkAction
  selection: Selection
  /** It was applied. */
  onDone: () => void
  onClose: () => void
}

/** First what an action would change, on a selection that is frozen by then; then the action, which can be undone. */
export function ChangeDialog({ action, selection, onDone, onClose }: ChangeDialogProps) {
  const [values, setValues] = useState<(number | string)[]>([])
  const prepare = usePrepareChange()
  const apply = useApplyChange()
  const needs = action.endsWith('Sites') ? 'sites' : action.endsWith('Tags') ? 'tags' : null
  const prepared = prepare.data
  const change =
    needs === null
      ? { action: action as 'track' | 'untrack' }
      : ({ action, [needs]: values } as Preparation['change'])
  const done = () => {
    onDone()
    onClose()
  }
  const submit = () => {
    if (prepared) apply.mutate(prepared.change_id, { onSuccess: done })
    else prepare.mutate({ selection, change })
  }
  const error = prepare.error ?? apply.error
  return (
    <Dialog
      open
      title={ACTION_LABELS[action]}
      width={WIDTH}
      submitText={prepared ? ACTION_LABELS[action] : 'Preview'}
      submitDisabled={prepared ? prepared.changes === 0 : needs !== null && values.length === 0}
      busy={prepare.isPending || (apply.isPending && !apply.underWay)}
      onSubmit={apply.underWay ? undefined : submit}
      onClose={onClose}
      aboveFooter={
        error && (
          <div className="dialog-refusal">
            <Alert kind="bad" title={FAILURES.save}>
              {error.message}
            </Alert>
          </div>
        )
      }
    >
      {apply.underWay ? (
        <UnderWay change={apply.underWay} />
      ) : prepared ? (
        <Preview change={prepared} values={values} />
      ) : (
        <Beginning needs={needs} values={values} onChange={setValues} isPending={prepare.isPending} />
      )}
    </Dialog>
  )
}
