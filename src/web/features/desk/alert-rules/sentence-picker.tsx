import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RuleInForm } from '#shared/features/desk/alert-rules/form.ts'
import {
  AGAINST,
  AGAINST_LABELS,
  ALERT_KINDS,
  type AlertKind,
  COOL_DOWNS,
  KINDS,
  LEASTS,
  thresholdWords,
} from '#shared/features/desk/alert-rules/rules.ts'
import { wholeMoney } from '#shared/format/money.ts'
import type { Form } from '#web/ui/form/form-store.ts'
import { useValue } from '#web/ui/form/use-form.ts'
import { Select } from '#web/ui/input/select.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { calmQuery } from './queries.ts'

interface ChoiceProps<Value extends string | number> {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A choice in the middle of a sentence, as wide as its text. */
function Choice<Value extends string | number>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <Select<Value>
      aria-label={label}
      value={value}
      options={[...choices]}
      onChange={(next) => onChange(next)}
      popupMatchSelectWidth={false}
      closesOnChoice
    />
  )
}

const KIND_CHOICES = ALERT_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].what }))
const AGAINST_CHOICES = AGAINST.map((value) => ({ value, label: AGAINST_LABELS[value] }))
const LEAST_CHOICES = LEASTS.map((value) => ({ value, label: `${wholeMoney(value)} a month` }))
const COOL_DOWN_CHOICES = COOL_DOWNS.map((value) => ({ value, label: `${value} days` }))
const ALL_SITES = 0

function Compared({ form }: { form: Form<RuleInForm> }) {
  const against = useValue(form, 'against')
  const least = useValue(form, 'least')
  return (
    <>
      vs.
      <Choice
        label="Compared with"
        value={against}
        choices={AGAINST_CHOICES}
        onChange={(value) => form.set('against', value)}
      />
      for posts above
      <Choice
        label="Only posts above"
        value={least}
        choices={LEAST_CHOICES}
        onChange={(value) => form.set('least', value)}
      />
    </>
  )
}

function OfSite({ form }: { form: Form<RuleInForm> }) {
  const siteId = useValue(form, 'siteId')
  const sites = useQuery(sitesQuery)
  const choices = [
    { value: ALL_SITES, label: 'all sites' },
    ...(sites.data ?? []).map(({ site_id, display_name }) => ({ value: site_id, label: display_name })),
  ]
  return (
    <Choice
      label="Site"
      value={siteId ?? ALL_SITES}
      choices={choices}
      onChange={(value) => form.set('siteId', value === ALL_SITES ? null : value)}
    />
  )
}

/**
 * Changes the kind of the rule and loads a threshold that rarely alerts. A threshold chosen in the meantime
 * is kept.
 */
function useKind(form: Form<RuleInForm>) {
  const queries = useQueryClient()
  const choices = useRef(0)
  const chooseThreshold = (threshold: number) => {
    choices.current += 1
    form.set('threshold', threshold)
  }
  async function turnTo(kind: AlertKind) {
    choices.current += 1
    const { current } = choices
    const { usual } = KINDS[kind]
    form.set('kind', kind)
    form.set('threshold', usual)
    const { against, least, coolDownDays, siteId } = form.values()
    const asked = { kind, against, threshold: usual, least, coolDownDays, siteId }
    const calm = await queries.fetchQuery(calmQuery(asked)).catch(() => null)
    const now = form.values()
    // Choosing the default again counts as a choice, and discarding replaces the whole sentence.
    const isUntouched = choices.current === current && now.kind === kind && now.threshold === usual
    if (calm && isUntouched) form.set('threshold', calm.threshold)
  }
  return { turnTo, chooseThreshold }
}

/** The rule as one sentence. */
export function SentencePicker({ form }: { form: Form<RuleInForm> }) {
  const kind = useValue(form, 'kind')
  const threshold = useValue(form, 'threshold')
  const coolDown = useValue(form, 'coolDownDays')
  const { turnTo, chooseThreshold } = useKind(form)
  const thresholds = KINDS[kind].thresholds.map((value) => ({ value, label: thresholdWords(kind, value) }))
  return (
    <div className="alert-sentence cluster gap-8">
      Alert me when
      <Choice label="Event" value={kind} choices={KIND_CHOICES} onChange={turnTo} />
      {KINDS[kind].verb}
      <Choice label="Threshold" value={threshold} choices={thresholds} onChange={chooseThreshold} />
      {kind === 'earnings-fell' && <Compared form={form} />}
      of
      <OfSite form={form} />
      at most once every
      <Choice
        label="Cool-down"
        value={coolDown}
        choices={COOL_DOWN_CHOICES}
        onChange={(value) => form.set('coolDownDays', value)}
      />
    </div>
  )
}
