import { useQuery } from '@tanstack/react-query'
import { Input, Switch } from 'antd'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Labelled, noteId } from '#web/ui/labelled.tsx'
import { LengthNote } from '#web/ui/length-note.tsx'
import { NamedLogo } from '#web/ui/named-logo.tsx'
import { Select } from '#web/ui/select.tsx'
import { sitesQuery } from '../sites/queries.ts'
import { FAILURES } from './messages.ts'
import { tagsQuery } from './queries.ts'
import { tagsCutNote } from './tags-cut-note.tsx'
import { distinctTags, type KeywordForm } from './use-keyword-form.ts'

const ID = {
  keyword: 'keyword-words',
  tags: 'keyword-tags',
  sites: 'keyword-sites',
  tracked: 'keyword-tracked',
}

function TagsSelect({ values, change }: Pick<KeywordForm, 'values' | 'change'>) {
  const { data, error } = useQuery(tagsQuery)
  useFailureNotice(error, FAILURES.tags)
  return (
    <Select
      id={ID.tags}
      mode="tags"
      value={values.tags}
      {...tagsCutNote(data, true)}
      placeholder="Type a tag, then Enter"
      tokenSeparators={[',']}
      options={(data ?? []).map(({ tag }) => ({ value: tag, label: tag }))}
      onChange={(tags: string[]) => change({ tags: distinctTags(tags) })}
      style={{ width: '100%' }}
    />
  )
}

function SitesSelect({ values, change }: Pick<KeywordForm, 'values' | 'change'>) {
  const { data, error } = useQuery(sitesQuery)
  useFailureNotice(error, FAILURES.sites)
  return (
    <Select
      id={ID.sites}
      mode="multiple"
      value={values.sites}
      placeholder="Choose sites"
      showSearch={{ optionFilterProp: 'name' }}
      options={(data ?? []).map((site) => ({
        value: site.site_id,
        label: <NamedLogo name={site.display_name} src={site.logo_url} />,
        name: site.display_name,
      }))}
      onChange={(sites: number[]) => change({ sites })}
      style={{ width: '100%' }}
    />
  )
}

/** The fields of one keyword. */
export function KeywordFields({ form }: { form: KeywordForm }) {
  const { values, issues, change } = form
  return (
    <div className="keyword-form">
      <Labelled
        id={ID.keyword}
        label="Keyword"
        required
        error={issues.keyword}
        aside={<LengthNote text={values.keyword} max={KEYWORD_MAXIMUM} />}
      >
        <Input
          id={ID.keyword}
          value={values.keyword}
          autoComplete="off"
          status={issues.keyword ? 'error' : ''}
          aria-invalid={issues.keyword !== undefined}
          aria-describedby={issues.keyword ? noteId(ID.keyword) : undefined}
          onChange={(event) => change({ keyword: event.target.value })}
        />
      </Labelled>
      <Labelled id={ID.tags} label="Tags" error={issues.tags}>
        <TagsSelect values={values} change={change} />
      </Labelled>
      <Labelled id={ID.sites} label="Sites" error={issues.sites}>
        <SitesSelect values={values} change={change} />
      </Labelled>
      <Labelled id={ID.tracked} label="Tracked">
        <div className="keyword-tracked">
          <Switch
            id={ID.tracked}
            aria-label="Tracked"
            checked={values.tracked}
            onChange={(tracked) => change({ tracked })}
          />
          <span className="quiet">
            {values.tracked
              ? 'Who wins it is looked up every day'
              : 'Its history stays; nothing new is looked up'}
          </span>
        </div>
      </Labelled>
    </div>
  )
}
