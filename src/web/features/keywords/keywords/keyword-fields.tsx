import { useQuery } from '@tanstack/react-query'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { siteOption } from '#web/features/ground/sites/site-badge.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { controlOf, TextField } from '#web/ui/form/text-field.tsx'
import { useFormState, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { choosable, sitesQuery } from '../../ground/sites/queries.ts'
import { keywordsOf } from '../keyword-changes/messages.ts'
import { FAILURES } from './messages.ts'
import { TagsPicker } from './tags-picker.tsx'
import { type KeywordValues, keywordsIn } from './use-keyword-form.ts'

interface KeywordFieldsProps {
  form: Form<KeywordValues>
}

/** The maximum number of visible lines of a pasted list. */
const MOST_LINES = 8

function TagsField({ form }: KeywordFieldsProps) {
  const issue = useIssue(form, 'tags')
  return (
    <Labelled id={form.fieldId('tags')} label="Tags" error={issue}>
      <TagsPicker
        {...controlOf(form, 'tags', issue)}
        value={useValue(form, 'tags')}
        onChange={(tags) => form.set('tags', tags)}
        style={{ width: '100%' }}
      />
    </Labelled>
  )
}

function SitesField({ form }: KeywordFieldsProps) {
  const { data, error } = useQuery(sitesQuery)
  useFailureNotice(error, FAILURES.sites)
  const issue = useIssue(form, 'sites')
  const chosen = useValue(form, 'sites')
  return (
    <Labelled id={form.fieldId('sites')} label="Sites" error={issue}>
      <Select
        {...controlOf(form, 'sites', issue)}
        mode="multiple"
        value={chosen}
        placeholder="Choose sites"
        showSearch={{ optionFilterProp: 'name' }}
        options={choosable(data, chosen).map(siteOption)}
        onChange={(sites: number[]) => form.set('sites', sites)}
        style={{ width: '100%' }}
      />
    </Labelled>
  )
}

function TrackedField({ form }: KeywordFieldsProps) {
  const isTracked = useValue(form, 'tracked')
  const id = form.fieldId('tracked')
  return (
    <Labelled id={id} label="Tracked">
      <div className="row gap-10">
        <Switch
          size="medium"
          id={id}
          aria-label="Tracked"
          checked={isTracked}
          onChange={(tracked) => form.set('tracked', tracked)}
        />
        <span className="quiet">
          {isTracked ? 'We check every day who wins it' : 'Its history is kept, but we don’t check it'}
        </span>
      </div>
    </Labelled>
  )
}

/** The fields of one keyword. */
export function KeywordFields({ form }: KeywordFieldsProps) {
  const count = useFormState(form, ({ values }) => keywordsIn(values.keyword).length)
  return (
    <div className="stack gap-14">
      <TextField
        form={form}
        name="keyword"
        label="Keyword"
        required
        max={KEYWORD_MAXIMUM}
        rows={{ minRows: 1, maxRows: MOST_LINES }}
        aside={count > 1 && <span className="meta tabular">{keywordsOf(count)}</span>}
      />
      <TagsField form={form} />
      <SitesField form={form} />
      <TrackedField form={form} />
    </div>
  )
}
