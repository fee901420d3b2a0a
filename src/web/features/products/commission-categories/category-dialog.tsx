import { Input } from 'antd'
import {
  CATEGORY_NAME_MAXIMUM,
  CategoryBody,
  type CommissionCategory,
} from '#shared/features/products/commission-categories/contract.ts'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { Form, Known } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { controlOf, TextField } from '#web/ui/form/text-field.tsx'
import { useForm, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { MESSAGES } from './messages.ts'
import { currentCategoryIn, useCategoryRecords, useSaveCategory } from './queries.ts'

const WIDTH = 440

/** The values as typed. */
interface CategoryValues {
  name: string
  commission: string
}

/** Parses the typed number: undefined for an empty field, NaN for invalid text. */
const numberOf = (typed: string) => {
  const tidy = typed.trim().replace(/\s*%$/, '').replace(',', '.')
  return tidy === '' ? undefined : Number(tidy)
}

const bodyOf = ({ name, commission }: CategoryValues) => ({ name, commission: numberOf(commission) })

const knownOf = (category: CommissionCategory | null): Known<CategoryValues> => ({
  values: { name: category?.name ?? '', commission: category?.commission.toFixed(2) ?? '' },
  version: category?.version,
})

const LABELS = { name: 'Name', commission: 'Commission' } as const

interface CommissionFieldProps {
  form: Form<CategoryValues>
  onPressEnter: () => void
}

function CommissionField({ form, onPressEnter }: CommissionFieldProps) {
  const issue = useIssue(form, 'commission')
  const control = controlOf(form, 'commission', issue)
  return (
    <Labelled id={control.id} label="Commission" required error={issue}>
      <Input
        {...control}
        className="commission-field"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        suffix="%"
        value={useValue(form, 'commission')}
        onChange={({ target }) => form.set('commission', target.value)}
        onPressEnter={onPressEnter}
      />
    </Labelled>
  )
}

interface CategoryDialogProps {
  /** Null for a new category. */
  category: CommissionCategory | null
  onClose: () => void
}

/** A form for a category's name and its commission on a sale. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const id = category?.commission_category_id ?? null
  const { mutateAsync: save } = useSaveCategory(id)
  const { newest } = useCategoryRecords()
  const form = useForm<CategoryValues>({
    id: 'category',
    stashAs: `commission-category.${id ?? 'new'}`,
    known: knownOf(category && newest(category)),
    check: (values) => issuesIn(CategoryBody, bodyOf(values)),
    overtakenBy(error) {
      const current = currentCategoryIn(error)
      return current && knownOf(current)
    },
  })
  const submit = () => {
    // The values were validated against the same schema.
    void form.submit(
      (values, { base }) => save({ ...CategoryBody.parse(bodyOf(values)), version: base.version }),
      onClose,
    )
  }
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.saveFailed}
      title={category === null ? 'New category' : 'Edit category'}
      width={WIDTH}
      submitText={category === null ? 'Create' : 'Save'}
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictPanel
        form={form}
        noun="category"
        title={MESSAGES.saveFailed}
        labels={LABELS}
        linesOf={(values, name) => [values[name]]}
      />
      <div className="stack gap-16">
        <TextField
          form={form}
          name="name"
          label="Name"
          required
          autoFocus
          counted
          max={CATEGORY_NAME_MAXIMUM}
          onPressEnter={submit}
        />
        <CommissionField form={form} onPressEnter={submit} />
      </div>
    </FormDialog>
  )
}
