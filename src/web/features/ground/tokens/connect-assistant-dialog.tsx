import type { MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useForm, useValue } from '#web/ui/form/use-form.ts'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Radio } from '#web/ui/input/radio.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { ASSISTANTS, type AssistantName, connectLead, MESSAGES } from './messages.ts'
import { useTokenMaker } from './queries.ts'

const WIDTH = 520
const USUAL_DAYS = 90

interface Values {
  name: AssistantName
  may_write: boolean
}

interface ConnectAssistantDialogProps {
  /** The longest life that the workspace allows. */
  mostDays: number
  onMade: (made: MadeApiToken, name: AssistantName) => void
  onClose: () => void
}

/** Makes a token for an assistant, which `onMade` gets once. */
export function ConnectAssistantDialog({ mostDays, onMade, onClose }: ConnectAssistantDialogProps) {
  const { make } = useTokenMaker(null)
  const days = Math.min(USUAL_DAYS, mostDays)
  const values: Values = { name: ASSISTANTS[0], may_write: false }
  const form = useForm<Values>({ id: 'assistant', known: { values } })
  const name = useValue(form, 'name')
  const mayWrite = useValue(form, 'may_write')
  const submit = () =>
    void form.submit(
      ({ name, may_write }) =>
        make({
          ...{ name: name === 'Other' ? 'Assistant' : name, permissions: null, may_write },
          days,
        }),
      (made) => onMade(made, name),
    )
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.notMade}
      title="Connect an assistant"
      width={WIDTH}
      submitText="Make token"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{connectLead(days)}</p>
      <div className="token-part">
        <Labelled id="assistant-program" label="Program">
          <Select
            id="assistant-program"
            value={name}
            options={ASSISTANTS.map((each) => ({ value: each, label: each }))}
            onChange={(chosen) => form.set('name', chosen)}
          />
        </Labelled>
      </div>
      <fieldset className="token-part">
        <legend>What it may do</legend>
        <div className="token-choice">
          <Radio name="assistant-may" checked={!mayWrite} onChange={() => form.set('may_write', false)}>
            Look things up
            <span className="meta block">{MESSAGES.looksUp}</span>
          </Radio>
        </div>
        <div className="token-choice">
          <Radio name="assistant-may" checked={mayWrite} onChange={() => form.set('may_write', true)}>
            Look things up and prepare work
            <span className="meta block">{MESSAGES.prepares}</span>
          </Radio>
        </div>
      </fieldset>
    </FormDialog>
  )
}
