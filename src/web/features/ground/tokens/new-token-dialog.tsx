import { type MadeApiToken, NewApiToken } from '#shared/features/ground/tokens/contract.ts'
import { blankToken, type TokenFormValues, tokenBody } from '#shared/features/ground/tokens/form.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { issuesIn } from '#web/ui/form/issues.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { MESSAGES, type TokenAccount } from './messages.ts'
import { useTokenMaker } from './queries.ts'
import { TokenFields } from './token-fields.tsx'

const WIDTH = 520

interface NewTokenDialogProps {
  account: TokenAccount
  /** The longest life that the workspace allows. */
  mostDays: number
  onMade: (made: MadeApiToken) => void
  onClose: () => void
}

const check = (values: TokenFormValues) => issuesIn(NewApiToken, tokenBody(values))

/** Makes an API token, which `onMade` gets once. */
export function NewTokenDialog({ account, mostDays, onMade, onClose }: NewTokenDialogProps) {
  const { make } = useTokenMaker(account.userId)
  const form = useForm({ id: 'token', known: { values: blankToken(mostDays) }, check })
  const submit = () => void form.submit((values) => make(tokenBody(values)), onMade)
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.notMade}
      title="New token"
      width={WIDTH}
      submitText="Make token"
      onSubmit={submit}
      onClose={onClose}
    >
      <TokenFields form={form} account={account} mostDays={mostDays} onSubmit={submit} />
    </FormDialog>
  )
}
