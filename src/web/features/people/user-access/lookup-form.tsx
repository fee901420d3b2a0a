import { Search } from 'lucide-react'
import { AccessLookup } from '#shared/features/people/user-access/contract.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'

interface LookupFormProps {
  isAsking: boolean
  onFind: (sought: AccessLookup) => void
}

const BLANK = { email: '', github: '', manager: '' }

/** The form of an access lookup. Its values stay out of the address, which is logged. */
export function LookupForm({ isAsking, onFind }: LookupFormProps) {
  const form = useForm({ id: 'access', known: { values: BLANK }, check: AccessLookup })
  const find = () => {
    if (form.check()) onFind(AccessLookup.parse(form.values()))
  }
  return (
    <form
      noValidate
      className="access-lookup cluster align-start gap-12 row-gap-8"
      aria-label="Account"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <FormField
        form={form}
        name="email"
        label="Account email"
        type="email"
        autoComplete="off"
        autoFocus
        required
      />
      <FormField form={form} name="github" label="Code-hosting account" autoComplete="off" />
      <FormField form={form} name="manager" label="Manager email" type="email" autoComplete="off" />
      <Button
        type="primary"
        size="large"
        htmlType="submit"
        icon={<Search size={16} aria-hidden="true" />}
        loading={isAsking}
      >
        Find
      </Button>
    </form>
  )
}
