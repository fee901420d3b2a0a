import { useQuery } from '@tanstack/react-query'
import { choosable, sitesQuery } from '#web/features/ground/sites/queries.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { Radio } from '#web/ui/input/radio.tsx'
import { MESSAGES } from './messages.ts'
import type { EditedHook } from './use-hook-form.ts'

interface PartProps {
  form: EditedHook
}

function SiteChoices({ form }: PartProps) {
  const { data, error, refetch } = useQuery(sitesQuery)
  const chosen = useValue(form, 'site_ids')
  const issue = useIssue(form, 'site_ids')
  const id = form.fieldId('site_ids')
  if (!data)
    return error ? (
      <Failed title={MESSAGES.sitesFailed} message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={3} />
    )
  const choose = (siteId: number, isChosen: boolean) =>
    form.set('site_ids', isChosen ? [...chosen, siteId] : chosen.filter((each) => each !== siteId))
  return (
    <>
      <fieldset id={id} tabIndex={-1} className="hook-sites" aria-label={MESSAGES.someSites}>
        {choosable(data, chosen).map(({ site_id: siteId, display_name: name }) => (
          <Checkbox
            key={siteId}
            checked={chosen.includes(siteId)}
            onChange={({ target }) => choose(siteId, target.checked)}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <FieldError id={id} error={issue} />
    </>
  )
}

/** The sites whose events are sent. */
export function HookSitesCard({ form }: PartProps) {
  const hasAll = useValue(form, 'has_all_sites')
  const set = (isAll: boolean) =>
    form.update((values) => ({ ...values, has_all_sites: isAll }), 'has_all_sites', 'site_ids')
  return (
    <section className="sheet side-panel" aria-labelledby="hook-sites-title">
      <header>
        <h2 id="hook-sites-title">Sites</h2>
      </header>
      <div role="radiogroup" aria-labelledby="hook-sites-title" className="stack gap-4">
        <Radio name="sites" checked={hasAll} onChange={() => set(true)}>
          {MESSAGES.allSites}
        </Radio>
        <Radio name="sites" checked={!hasAll} onChange={() => set(false)}>
          {MESSAGES.someSites}
        </Radio>
      </div>
      {!hasAll && <SiteChoices form={form} />}
      <p className="meta">{MESSAGES.sitesHint}</p>
    </section>
  )
}
