import { Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { declaredFlag, storedTypeOf } from '#shared/features/ground/feature-flags/rules.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { controlOf } from '#web/ui/form/text-field.tsx'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { TITLES } from './messages.ts'
import type { FlagCells } from './queries.ts'

/** A value for display: a bool as a state, others as they are stored. */
export function FlagValueText({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return <code className="flag-value">{value}</code>
  return (
    <StatusBadge label={String(value)} tone={value ? 'good' : 'quiet'} mark={value ? 'solid' : 'hollow'} />
  )
}

interface FlagValueCellProps {
  form: Form<FlagCells>
  placeholder?: string
}

/** The control for a value: a switch for a bool, a select for an enum, otherwise a text field. */
export function FlagValueCell({ form, placeholder }: FlagValueCellProps) {
  const value = useValue(form, 'value')
  const type = useValue(form, 'type')
  const declared = declaredFlag(useValue(form, 'feature_flag'))
  const issue = useIssue(form, 'value')
  const control = controlOf(form, 'value', issue)
  const set = (next: string) => form.set('value', next)
  const { id } = control
  if (storedTypeOf(type) === 'bool')
    return (
      <span className="flag-switch inline-row gap-8">
        <Switch label={TITLES.value} checked={value === 'true'} onChange={(isOn) => set(String(isOn))} />
        {value === 'true' ? 'true' : 'false'}
      </span>
    )
  return (
    <>
      {declared?.type === 'enum' ? (
        <Select
          {...control}
          aria-label={TITLES.value}
          value={value === '' ? null : value}
          options={declared.values.map((each) => ({ value: each, label: each }))}
          onChange={(next) => set(next ?? '')}
        />
      ) : (
        <Input
          {...control}
          aria-label={TITLES.value}
          value={value}
          {...(placeholder === undefined ? {} : { placeholder })}
          onChange={({ target }) => set(target.value)}
        />
      )}
      <FieldError id={id} error={issue} />
    </>
  )
}

/** Enter saves the edit, Escape restores the value. */
export const rowKeys = (save: () => void, cancel: () => void) => (event: KeyboardEvent) => {
  const { target } = event
  const isText = target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox'
  if (event.key === 'Enter' && isText) save()
  if (event.key === 'Escape') cancel()
}
