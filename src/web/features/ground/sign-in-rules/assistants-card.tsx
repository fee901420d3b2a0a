import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { ASSISTANT_WAYS } from '#shared/features/ground/sign-in-rules/rules.ts'
import { useFormState, useValue } from '#web/ui/form/use-form.ts'
import { Field } from '#web/ui/input/field.tsx'
import { ASSISTANT_LABELS, disconnectsNote, MESSAGES } from './messages.ts'
import { RuleChoice, RulesCard } from './rules-card.tsx'
import { disconnectedBy, type RulesForm } from './use-rules-form.ts'

const HOSTS = 'assistant_hosts'

/** The issue of the list, or of the first host that has one: the server names it by its position. */
const useHostsIssue = (form: RulesForm) =>
  useFormState(
    form,
    ({ issues }) =>
      Object.entries(issues).find(([path]) => path === HOSTS || path.startsWith(`${HOSTS}.`))?.[1],
  )

interface AssistantsCardProps {
  form: RulesForm
  view: SignInRulesView
  mayChange: boolean
}

/** How assistants may connect, and from which hosts. */
export function AssistantsCard({ form, view, mayChange }: AssistantsCardProps) {
  const way = useValue(form, 'assistants')
  const hosts = useValue(form, HOSTS)
  const issue = useHostsIssue(form)
  const disconnected = useFormState(form, ({ values }) => disconnectedBy(values, view))
  return (
    <RulesCard id="assistants" title="Assistants" intro={MESSAGES.assistantsIntro}>
      <fieldset className="choices">
        <legend>How they may connect</legend>
        {ASSISTANT_WAYS.map((choice) => (
          <RuleChoice
            key={choice}
            name="assistants"
            {...ASSISTANT_LABELS[choice]}
            checked={way === choice}
            disabled={!mayChange}
            onChange={() => form.update((values) => ({ ...values, assistants: choice }), HOSTS)}
          />
        ))}
      </fieldset>
      <p className="small warn-text" role="status">
        {disconnected > 0 && disconnectsNote(disconnected)}
      </p>
      {way === 'consent' && (
        <div className="rule-fields">
          <Field
            id={form.fieldId(HOSTS)}
            label="Hosts"
            value={hosts}
            error={issue}
            hint={MESSAGES.hostsHint}
            placeholder="claude.ai, chatgpt.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            disabled={!mayChange}
            onChange={({ target }) => form.update((values) => ({ ...values, [HOSTS]: target.value }), HOSTS)}
          />
        </div>
      )}
    </RulesCard>
  )
}
