import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type FlagOption, NewFlag } from '#shared/features/ground/feature-flags/contract.ts'
import { normalizedFlagName, storedTypeOf } from '#shared/features/ground/feature-flags/rules.ts'
import { isConflict } from '#web/api/api-error.ts'
import type { Form } from '#web/ui/form/form-store.ts'
import { controlOf } from '#web/ui/form/text-field.tsx'
import { useForm, useFormGuard, useFormStatus, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { AutoComplete, Select } from '#web/ui/input/select.tsx'
import { RefusedMark } from './flag-name-cell.tsx'
import { FlagValueCell } from './flag-value-cell.tsx'
import { NOT_SAVED, standingWords, TITLES } from './messages.ts'
import { type FlagCells, flagOptionsQuery, flagsQuery, useCreateFlag } from './queries.ts'

const START: FlagCells = { feature_flag: '', type: 'bool', value: 'false' }

/**
 * The cells after `text` was typed as the name. A flag known to the code starts with its default; if the user
 * types on beyond the name, the default is removed again.
 */
function named(cells: FlagCells, text: string, options: readonly FlagOption[]): FlagCells {
  const find = (name: string) => options.find((each) => each.name === normalizedFlagName(name))
  const option = find(text)
  const start = option && { type: storedTypeOf(option.type), value: String(option.default) }
  const isOutdated = find(cells.feature_flag) !== undefined
  return {
    ...cells,
    ...(start ?? (isOutdated ? { type: START.type, value: START.value } : {})),
    feature_flag: text,
  }
}

interface NameFieldProps {
  form: Form<FlagCells>
  options: readonly FlagOption[]
  taken: readonly string[]
  /** Whether the list of names is open. */
  list: { open: boolean; onOpenChange: (isOpen: boolean) => void }
}

/** Suggests flags that the code reads and that are not set; any other name is accepted too. */
function NameField({ form, options, taken, list }: NameFieldProps) {
  const typed = useValue(form, 'feature_flag')
  const issue = useIssue(form, 'feature_flag')
  const control = controlOf(form, 'feature_flag', issue)
  const name = normalizedFlagName(typed)
  const meaning = options.find((option) => option.name === name)?.meaning
  const free = options.filter((option) => !taken.includes(option.name) && option.name.includes(name))
  return (
    <Labelled id={control.id} label={TITLES.feature_flag} required error={issue}>
      <AutoComplete
        {...control}
        {...list}
        value={typed}
        options={free.map((option) => ({ value: option.name, label: option.name }))}
        onChange={(text) => form.update((cells) => named(cells, text, options), 'feature_flag', 'value')}
      />
      {name !== '' && (
        <p className="meta" role="status">
          <code>{standingWords(name, taken.includes(name))}</code>
          {meaning && <span className="block">{meaning}</span>}
        </p>
      )}
    </Labelled>
  )
}

function TypeField({ form, options }: Pick<NameFieldProps, 'form' | 'options'>) {
  const id = form.fieldId('type')
  const name = normalizedFlagName(useValue(form, 'feature_flag'))
  const isGiven = options.some((option) => option.name === name)
  return (
    <Labelled id={id} label={TITLES.type}>
      <Select
        id={id}
        value={useValue(form, 'type')}
        disabled={isGiven}
        options={['bool', 'string'].map((type) => ({ value: type as FlagCells['type'], label: type }))}
        onChange={(type) =>
          form.update((cells) => ({ ...cells, type, value: type === 'bool' ? 'false' : '' }), 'value')
        }
      />
    </Labelled>
  )
}

function useNewFlag() {
  const { mutateAsync: create } = useCreateFlag()
  const { data: flags = [] } = useQuery(flagsQuery)
  const taken = flags.map(({ feature_flag }) => feature_flag)
  const form = useForm<FlagCells>({
    id: 'new-flag',
    known: { values: START },
    check: NewFlag.refine(({ feature_flag: name }) => !taken.includes(name), {
      path: ['feature_flag'],
      error: ({ input }) => standingWords(Object(input).feature_flag, true),
    }),
    fieldOf: (error) => (isConflict(error) ? 'feature_flag' : undefined),
  })
  useFormGuard(form)
  const [isListOpen, setListOpen] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An open list would cover the value and the history.
    setListOpen(false)
    void form.submit(
      (body) => create({ ...body, feature_flag: normalizedFlagName(body.feature_flag) }),
      () => form.reset(),
    )
  }
  return { form, taken, list: { open: isListOpen, onOpenChange: setListOpen }, submit }
}

/** A form that sets a new flag. */
export function NewFlagPanel() {
  const { form, taken, list, submit } = useNewFlag()
  const { data: options = [] } = useQuery(flagOptionsQuery)
  const { isSaving, refusal } = useFormStatus(form)
  const type = useValue(form, 'type')
  return (
    <section className="sheet side-panel" aria-labelledby="new-flag-title">
      <header>
        <h2 id="new-flag-title">New flag</h2>
      </header>
      <form className="new-flag stack gap-12" onSubmit={submit} noValidate>
        <NameField form={form} options={options} taken={taken} list={list} />
        <div className="new-flag-value">
          <TypeField form={form} options={options} />
          <div className="labelled">
            <div className="field-label">
              <span>{TITLES.value}</span>
            </div>
            <FlagValueCell form={form} />
          </div>
        </div>
        <div className="row gap-8">
          <Button
            type="primary"
            htmlType="submit"
            icon={<Plus size={16} aria-hidden="true" />}
            loading={isSaving}
          >
            Add
          </Button>
          {refusal && <RefusedMark label={NOT_SAVED} />}
          <span className="meta">{storedTypeOf(type) === 'bool' ? 'takes effect immediately' : ''}</span>
        </div>
      </form>
    </section>
  )
}
