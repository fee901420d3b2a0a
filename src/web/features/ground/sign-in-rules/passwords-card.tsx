import { Check, X } from 'lucide-react'
import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { PASSWORD_SCOPES, type PasswordScope } from '#shared/features/ground/sign-in-rules/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { MESSAGES, passwordsIntro, passwordsNote, UNMET_WORDS } from './messages.ts'
import { type Unmet, unmetOf } from './queries.ts'
import { RuleChoice, RulesCard } from './rules-card.tsx'
import type { RulesForm } from './use-rules-form.ts'

const REQUIREMENTS = ['provider_session', 'break_glass'] as const

/** What the switch needs, and what of it was missing when the user saved. */
function Requirements({ unmet, isSignedIn }: { unmet: readonly Unmet[]; isSignedIn: boolean }) {
  const isMissing = (each: Unmet) => unmet.includes(each) || (each === 'provider_session' && !isSignedIn)
  return (
    <section className="unmet" aria-labelledby="switch-title">
      <h3 id="switch-title">{MESSAGES.beforeSwitch}</h3>
      <ul>
        {REQUIREMENTS.map((each) => (
          <li key={each} className="row gap-8 align-start">
            {isMissing(each) ? (
              <X size={16} className="bad-text no-shrink" aria-label="Missing:" />
            ) : (
              <Check size={16} className="tone-quiet no-shrink" aria-hidden="true" />
            )}
            <span>{UNMET_WORDS[each]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Admin = SignInRulesView['break_glass']['administrators'][number]

const lastWords = ({ last_full_sign_in_at: at }: Admin) =>
  at === null ? MESSAGES.neverBoth : `signed in with both ${relativeTime(at, new Date())}`

interface PasswordsCardProps {
  form: RulesForm
  view: SignInRulesView
  mayChange: boolean
}

/** Who may sign in with a password, beside the provider. */
export function PasswordsCard({ form, view, mayChange }: PasswordsCardProps) {
  const { provider, administrators, is_provider_session: isSignedIn } = view.break_glass
  const scope = useValue(form, 'passwords')
  const marked = useValue(form, 'break_glass').split(',')
  const { refusal } = useFormStatus(form)
  if (provider === null && view.rules.passwords === 'everybody') return null
  const label = provider ?? 'the sign-in provider'
  const choose = (passwords: PasswordScope) =>
    form.update((values) => ({ ...values, passwords }), 'passwords')
  const mark = (id: string, isMarked: boolean) => {
    const ids = isMarked ? [...marked, id] : marked.filter((each) => each !== id)
    const list = ids.filter(Boolean).toSorted((one, other) => Number(one) - Number(other))
    form.update((values) => ({ ...values, break_glass: list.join(',') }), 'break_glass')
  }
  return (
    <RulesCard id="passwords" title="Passwords" intro={passwordsIntro(provider)}>
      <fieldset className="choices">
        <legend>Who may sign in with a password</legend>
        {PASSWORD_SCOPES.map((choice) => (
          <RuleChoice
            key={choice}
            name="passwords"
            label={choice === 'everybody' ? 'Everybody' : 'Only break-glass accounts'}
            note={passwordsNote(choice, label)}
            checked={scope === choice}
            disabled={!mayChange}
            onChange={() => choose(choice)}
          />
        ))}
      </fieldset>
      {scope === 'break_glass' && view.rules.passwords === 'everybody' && (
        <Requirements unmet={unmetOf(refusal?.error)} isSignedIn={isSignedIn} />
      )}
      <fieldset className="choices">
        <legend>Break-glass accounts</legend>
        {administrators.map((admin) => (
          <Checkbox
            key={admin.id}
            checked={marked.includes(String(admin.id))}
            disabled={!mayChange}
            onChange={({ target }) => mark(String(admin.id), target.checked)}
          >
            {fullName(admin)} <span className="meta">· {lastWords(admin)}</span>
          </Checkbox>
        ))}
      </fieldset>
      <p className="caption quiet">{MESSAGES.everyAdmin}</p>
    </RulesCard>
  )
}
