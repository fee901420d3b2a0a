import { useState } from 'react'
import { type FeatureFlag, FLAG_NAME_MAXIMUM } from '#shared/features/ground/feature-flags/contract.ts'
import { flagFault, normalizedFlagName, storedTypeOf } from '#shared/features/ground/feature-flags/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import type { Known } from '#web/ui/form/form-store.ts'
import { useForm, useFormGuard, useFormState, useFormStatus } from '#web/ui/form/use-form.ts'
import { missingCell, TITLES } from './messages.ts'
import { type FlagCells, useFlagRecords, useUpdateFlag } from './queries.ts'

const NOTHING: Known<FlagCells> = { values: { feature_flag: '', type: 'bool', value: '' } }

const knownOf = (flag: FeatureFlag | null): Known<FlagCells> =>
  flag === null
    ? NOTHING
    : {
        values: { feature_flag: flag.feature_flag, type: flag.type, value: String(flag.value) },
        version: flag.version,
      }

/** The errors of a row's cells, by column: empty or invalid values. */
export function flagCellFaults(cells: FlagCells): Record<string, string> {
  const empty = keysOf(TITLES).filter((name) => cells[name].trim() === '')
  if (empty.length > 0) return Object.fromEntries(empty.map((name) => [name, missingCell(TITLES[name])]))
  const name = normalizedFlagName(cells.feature_flag)
  if (name === '') return { feature_flag: missingCell(TITLES.feature_flag) }
  if (name.length > FLAG_NAME_MAXIMUM) return { feature_flag: `At most ${FLAG_NAME_MAXIMUM} characters` }
  const fault = flagFault(name, storedTypeOf(cells.type), cells.value.trim())
  return fault ? { [fault.path]: fault.message } : {}
}

/** The edited row; at most one at a time. After a failed save it stays in edit mode with the typed values. */
export function useFlagEdit() {
  const [flag, setFlag] = useState<FeatureFlag | null>(null)
  const { mutateAsync: save } = useUpdateFlag()
  const { newest } = useFlagRecords()
  const form = useForm<FlagCells>({ id: 'flag-row', known: knownOf(flag), check: flagCellFaults })
  const { isSaving, refusal } = useFormStatus(form)
  const baseVersion = useFormState(form, ({ base }) => base.version)
  useFormGuard(form)

  const begin = (shown: FeatureFlag | null) => {
    const edited = shown && newest(shown)
    form.reset(knownOf(edited))
    setFlag(edited)
  }
  const submit = async () => {
    if (flag === null) return
    const { feature_flag_id: id } = flag
    await form.submit(
      // The saved version is the base from now on: the row must not show it as another user's change.
      async (body, { base: { version } }) =>
        form.settle(knownOf(await save({ id, body: { ...body, version } })), body),
      () => begin(null),
    )
  }
  /** Whether the list holds a later change than the edited row started from. */
  const isOvertaken = ({ feature_flag_id: id, version }: FeatureFlag): boolean =>
    // While a save is in progress, the list can already contain its changes.
    flag?.feature_flag_id === id && !isSaving && version > (baseVersion ?? version)
  return {
    flag,
    form,
    isOvertaken,
    isSaving,
    isRefused: refusal !== null,
    begin,
    cancel: () => begin(null),
    submit,
  }
}

export type FlagEdit = ReturnType<typeof useFlagEdit>
