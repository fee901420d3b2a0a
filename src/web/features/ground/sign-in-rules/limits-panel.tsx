import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { useValue } from '#web/ui/form/use-form.ts'
import { MESSAGES, sessionsIntro, tokensNote } from './messages.ts'
import { RuleChoice, RulesCard } from './rules-card.tsx'
import type { NumberField, RulesForm } from './use-rules-form.ts'

interface CardProps {
  form: RulesForm
  view: SignInRulesView
  mayChange: boolean
}

interface AmountProps {
  form: RulesForm
  name: NumberField
  label: string
  unit: string
  hint: string
  placeholder?: string
  disabled: boolean
}

const Amount = (field: AmountProps) => (
  <FormField {...field} className="amount-input" inputMode="decimal" autoComplete="off" />
)

/** How long sessions last, and how many one user may have. */
export function SessionLimitsCard({ form, view: { limits }, mayChange }: CardProps) {
  const { session_hours: hours, session_idle_minutes: minutes } = limits
  const common = { form, disabled: !mayChange }
  return (
    <RulesCard id="session-rules" title="Sessions" intro={sessionsIntro(hours, minutes)}>
      <div className="rule-fields three">
        <Amount {...common} name="session_hours" label="Ends after" unit="hours" hint={`At most ${hours}`} />
        <Amount
          {...common}
          name="session_idle_minutes"
          label="Ends without use after"
          unit="minutes"
          hint={`At most ${minutes}`}
        />
        <Amount
          {...common}
          name="sessions_at_once"
          label="Sessions at once"
          unit="sessions"
          placeholder="No limit"
          hint={MESSAGES.atOnceHint}
        />
      </div>
    </RulesCard>
  )
}

/** Whether people may make API tokens, and for how long. */
export function TokenLimitsCard({ form, view: { limits, tokens }, mayChange }: CardProps) {
  const common = { form, disabled: !mayChange }
  const isOn = useValue(form, 'people_make_tokens')
  return (
    <RulesCard id="token-rules" title="API tokens" intro={MESSAGES.tokensIntro}>
      <RuleChoice
        label="People may make their own tokens"
        note={tokensNote(tokens.personal)}
        checked={isOn}
        disabled={!mayChange}
        onChange={(checked) => form.set('people_make_tokens', checked)}
      />
      <div className="rule-fields two">
        <Amount
          {...common}
          name="token_days"
          label="Longest life"
          unit="days"
          hint={`${MESSAGES.tokenDaysHint}. At most ${limits.token_days}`}
        />
        <Amount
          {...common}
          name="tokens_each"
          label="For each account"
          unit="tokens"
          hint={`At most ${limits.tokens_each}. The highest today is ${tokens.highest}`}
        />
      </div>
    </RulesCard>
  )
}
