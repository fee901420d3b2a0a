import { Copy } from 'lucide-react'
import type { MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { useForm, useValue } from '#web/ui/form/use-form.ts'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Radio } from '#web/ui/input/radio.tsx'
import { Select } from '#web/ui/input/select.tsx'
import {
  ASSISTANTS,
  type AssistantName,
  type CONSENTING,
  connectLead,
  MESSAGES,
  sendsBack,
} from './messages.ts'
import { useTokenMaker } from './queries.ts'

const WIDTH = 520
const USUAL_DAYS = 90

type Consenting = (typeof CONSENTING)[number]

interface Values {
  name: AssistantName | Consenting['name']
  may_write: boolean
}

/** How to connect a program that asks for consent: all that it needs is the address. */
function ByConsent({ program: { name, how }, address }: { program: Consenting; address: string }) {
  return (
    <div className="token-part">
      <p>{MESSAGES.noTokenNeeded}</p>
      <ol className="connect-steps">
        <li>{how}</li>
        <li>
          {MESSAGES.pasteAddress}
          <div className="shown-secret row gap-8 mt-8">
            <input
              className="input"
              aria-label="Address"
              value={address}
              readOnly
              onFocus={(event) => event.target.select()}
            />
            <CopyButton
              label="Copy address"
              icon={<Copy size={16} aria-hidden="true" />}
              text={() => address}
              done="Copied"
            >
              Copy
            </CopyButton>
          </div>
        </li>
        <li>{sendsBack(name)}</li>
      </ol>
    </div>
  )
}

function ByToken({ form, days }: { form: Form<Values>; days: number }) {
  const mayWrite = useValue(form, 'may_write')
  return (
    <>
      <p className="mt-12">{connectLead(days)}</p>
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
    </>
  )
}

interface ConnectAssistantDialogProps {
  /** The programs that may connect by consent. */
  consenting: readonly Consenting[]
  /** What they are given. */
  address: string
  /** Whether the user may make another token. */
  hasTokens: boolean
  /** The longest life that the workspace allows. */
  mostDays: number
  onMade: (made: MadeApiToken, name: AssistantName) => void
  onClose: () => void
}

/** Says how to connect an assistant by consent, or makes a token for it, which `onMade` gets once. */
export function ConnectAssistantDialog(props: ConnectAssistantDialogProps) {
  const { consenting, address, hasTokens, mostDays, onMade, onClose } = props
  const { make } = useTokenMaker(null)
  const days = Math.min(USUAL_DAYS, mostDays)
  const names: Values['name'][] = [...consenting.map(({ name }) => name), ...(hasTokens ? ASSISTANTS : [])]
  const values: Values = { name: names[0] ?? ASSISTANTS[0], may_write: false }
  const form = useForm<Values>({ id: 'assistant', known: { values } })
  const chosen = useValue(form, 'name')
  const program = consenting.find(({ name }) => name === chosen)
  const name = ASSISTANTS.find((each) => each === chosen) ?? 'Other'
  const submit = () =>
    void form.submit(
      ({ may_write }) =>
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
      {...(program ? { submitText: 'Done', hasCancel: false, dirty: false } : { submitText: 'Make token' })}
      onSubmit={program ? onClose : submit}
      onClose={onClose}
    >
      <Labelled id="assistant-program" label="Program">
        <Select
          id="assistant-program"
          value={chosen}
          options={names.map((each) => ({ value: each, label: each }))}
          onChange={(next) => form.set('name', next)}
        />
      </Labelled>
      {program ? <ByConsent program={program} address={address} /> : <ByToken form={form} days={days} />}
    </FormDialog>
  )
}
