import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useState } from 'react'
import { Action, type BulkChange } from '#shared/features/keywords/keyword-changes/contract.ts'
import { counted } from '#shared/format/count.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { siteOption } from '#web/features/ground/sites/site-badge.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { FormRefusal } from '#web/ui/form/form-refusal.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { controlOf } from '#web/ui/form/text-field.tsx'
import { useForm, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { FAILURES as UNREAD } from '../keywords/messages.ts'
import { TagsPicker } from '../keywords/tags-picker.tsx'
import { ACTION_LABELS, FAILURES, keywordsOf, NOTHING_CHOSEN, UNDER_WAY, VALUE_LABELS } from './messages.ts'
import { type Preparation, useApplyChange, usePrepareChange } from './queries.ts'

const WIDTH = 560

export type BulkAction = 'track' | 'untrack' | 'addSites' | 'removeSites' | 'addTags' | 'removeTags'
type Selection = Preparation['selection']
type Chosen = readonly (number | string)[]
/** The input of an action; both are empty if the action needs none. */
interface ChangeValues {
  sites: readonly number[]
  tags: readonly string[]
}
type Needed = keyof ChangeValues

const BLANK: ChangeValues = { sites: [], tags: [] }
const neededFor = (action: BulkAction): Needed | null =>
  action.endsWith('Sites') ? 'sites' : action.endsWith('Tags') ? 'tags' : null

const changeOf = (action: BulkAction, needs: Needed | null, values: ChangeValues) =>
  (needs === null ? { action } : { action, [needs]: values[needs] }) as Preparation['change']

interface ValuesProps {
  form: Form<ChangeValues>
}

function TagsField({ form }: ValuesProps) {
  const issue = useIssue(form, 'tags')
  const control = controlOf(form, 'tags', issue)
  return (
    <Labelled id={control.id} label="Tags" required error={issue}>
      <TagsPicker
        {...control}
        value={useValue(form, 'tags')}
        closesOnChoice
        onChange={(tags) => form.set('tags', tags)}
        style={{ width: '100%' }}
      />
    </Labelled>
  )
}

function SitesField({ form }: ValuesProps) {
  const issue = useIssue(form, 'sites')
  const control = controlOf(form, 'sites', issue)
  const { data, error } = useQuery(sitesQuery)
  useFailureNotice(error, UNREAD.sites)
  return (
    <Labelled id={control.id} label="Sites" required error={issue}>
      <Select
        {...control}
        mode="multiple"
        value={[...useValue(form, 'sites')]}
        showSearch={{ optionFilterProp: 'name' }}
        options={(data ?? []).map(siteOption)}
        closesOnChoice
        onChange={(sites: number[]) => form.set('sites', sites)}
        style={{ width: '100%' }}
      />
    </Labelled>
  )
}

/** The labels of the chosen values: tags, or sites by name. */
function useNames(values: Chosen): string[] {
  const isOfSites = values.some((value) => typeof value === 'number')
  const sites = useQuery({ ...sitesQuery, enabled: isOfSites })
  const nameOf = (id: number) => sites.data?.find(({ site_id }) => site_id === id)?.display_name ?? `${id}`
  return values.map((value) => (typeof value === 'number' ? nameOf(value) : value))
}

interface PreviewProps {
  change: BulkChange
  values: Chosen
}

function Preview({ change, values }: PreviewProps) {
  const rest = change.changes - change.examples.length
  const names = useNames(values)
  const label = VALUE_LABELS[change.action]
  return (
    <>
      {label !== undefined && (
        <dl className="change-values cluster gap-6 row-gap-4">
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
  form: Form<ChangeValues>
  needs: Needed | null
  isPending: boolean
}

/** The form before the preview. */
function Beginning({ form, needs, isPending }: BeginningProps) {
  return (
    <>
      {needs === 'sites' && <SitesField form={form} />}
      {needs === 'tags' && <TagsField form={form} />}
      {needs === null && !isPending && <p>Preview the keywords that would change before you save.</p>}
      {isPending && <Skeleton lines={3} />}
    </>
  )
}

/** A change of so many keywords that it runs in the background. */
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
  /** Called after the change was applied. */
  onDone: () => void
  onClose: () => void
}

/** The input of an action; a missing choice is marked at its field before a request is sent. */
function useChangeForm(action: BulkAction, needs: Needed | null, known: ChangeValues) {
  return useForm<ChangeValues>({
    id: 'change',
    stashAs: `change.${action}`,
    known: { values: known },
    check: (values) => {
      if (needs !== null && values[needs].length === 0) return { [needs]: NOTHING_CHOSEN[needs] }
      return issuesIn(Action, changeOf(action, needs, values))
    },
  })
}

/** First previews the action on a fixed selection, then applies it. The action can be undone. */
export function ChangeDialog({ action, selection, onDone, onClose }: ChangeDialogProps) {
  const needs = neededFor(action)
  // The input is stored with the preview, so that closing the preview loses nothing.
  const [asked, setAsked] = useState(BLANK)
  const form = useChangeForm(action, needs, asked)
  const prepare = usePrepareChange()
  const apply = useApplyChange()
  const prepared = prepare.data
  const done = () => {
    onDone()
    onClose()
  }
  const preview = () =>
    form.submit(
      (values) => prepare.mutateAsync({ selection, change: changeOf(action, needs, values) }),
      () => {
        setAsked(form.values())
        form.settle({ values: form.values() }, form.values())
      },
    )
  const submit = () => {
    if (prepared) apply.mutate(prepared.change_id, { onSuccess: done })
    else void preview()
  }
  return (
    <FormDialog
      form={form}
      failTitle={FAILURES.preview}
      title={ACTION_LABELS[action]}
      step={prepared ? 'apply' : 'preview'}
      width={WIDTH}
      submitText={prepared ? ACTION_LABELS[action] : 'Preview'}
      submitDisabled={prepared?.changes === 0}
      busy={apply.isPending && !apply.underWay}
      onSubmit={apply.underWay ? undefined : submit}
      onClose={onClose}
      aboveFooter={
        apply.error && (
          <div className="dialog-refusal">
            <FormRefusal title={FAILURES.save} error={apply.error} />
          </div>
        )
      }
    >
      {apply.underWay ? (
        <UnderWay change={apply.underWay} />
      ) : prepared ? (
        <Preview change={prepared} values={needs === null ? [] : asked[needs]} />
      ) : (
        <Beginning form={form} needs={needs} isPending={prepare.isPending} />
      )}
    </FormDialog>
  )
}
