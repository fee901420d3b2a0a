import { Input } from 'antd'
import { CircleAlert } from 'lucide-react'
import type { FeatureFlag } from '#shared/features/ground/feature-flags/contract.ts'
import { declaredFlag } from '#shared/features/ground/feature-flags/rules.ts'
import { controlOf } from '#web/ui/form/text-field.tsx'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { NOT_SAVED, TITLES } from './messages.ts'
import type { FlagEdit } from './use-flag-edit.ts'

interface FlagCellProps {
  flag: FeatureFlag
  edit: FlagEdit
}

const isShown = ({ flag, edit }: FlagCellProps) => edit.flag?.feature_flag_id !== flag.feature_flag_id

/** The name of a flag that the code reads is fixed; other names can be corrected. */
function NameInput({ edit: { form, isRefused } }: Pick<FlagCellProps, 'edit'>) {
  const issue = useIssue(form, 'feature_flag')
  const control = controlOf(form, 'feature_flag', issue)
  const value = useValue(form, 'feature_flag')
  return (
    <>
      {isRefused && <RefusedMark label={NOT_SAVED} />}
      <Input
        {...control}
        aria-label={TITLES.feature_flag}
        className="flag-name"
        value={value}
        onChange={({ target }) => form.set('feature_flag', target.value)}
      />
      <FieldError id={control.id} error={issue} />
    </>
  )
}

/** Marks a failed save at the left edge; the reason is in the log. */
export function RefusedMark({ label }: { label: string }) {
  return (
    <span className="flag-refused inline-row align-stretch" role="img" aria-label={label} title={label}>
      <CircleAlert size={14} aria-hidden="true" />
    </span>
  )
}

export function FlagNameCell(props: FlagCellProps) {
  const { flag, edit } = props
  if (isShown(props)) return <code className="flag-name">{flag.feature_flag}</code>
  if (declaredFlag(flag.feature_flag))
    return (
      <>
        {edit.isRefused && <RefusedMark label={NOT_SAVED} />}
        <code className="flag-name">{flag.feature_flag}</code>
      </>
    )
  return <NameInput edit={edit} />
}

const TYPES = [
  { value: 'bool', label: 'bool' },
  { value: 'string', label: 'string' },
] as const

function TypeSelect({ edit: { form } }: Pick<FlagCellProps, 'edit'>) {
  return (
    <Select
      id={form.fieldId('type')}
      aria-label={TITLES.type}
      value={useValue(form, 'type')}
      options={[...TYPES]}
      onChange={(type) =>
        form.update((cells) => ({ ...cells, type, value: type === 'bool' ? 'false' : '' }), 'type', 'value')
      }
    />
  )
}

export function FlagTypeCell(props: FlagCellProps) {
  const { flag, edit } = props
  const declared = declaredFlag(flag.feature_flag)
  if (isShown(props) || declared)
    return <span className="quiet">{declared?.type === 'enum' ? 'enum' : flag.type}</span>
  return <TypeSelect edit={edit} />
}
