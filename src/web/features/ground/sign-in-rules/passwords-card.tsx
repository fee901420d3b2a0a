import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import {
  PASSWORD_SCOPES,
  type PasswordScope,
  PROVEN_DAYS,
} from '#shared/features/ground/sign-in-rules/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { fullName } from '#shared/format/full-name.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { useUser } from '#web/api/session.ts'
import { useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { MESSAGES, passwordsIntro, passwordsNote, UNMET_WORDS } from './messages.ts'
import { type Unmet, unmetOf } from './queries.ts'
import { RuleChoice, RulesCard } from './rules-card.tsx'
import type { RulesForm } from './use-rules-form.ts'

const REQUIREMENTS = ['provider_session', 'break_glass'] as const

interface RequirementsProps {
  missing: readonly Unmet[]
  /** Why the rules were not saved. */
  error: Error | undefined
}

/** The conditions of the switch, and whether each is met. After a refusal, the first one that isn’t gets the focus. */
function Requirements({ missing, error }: RequirementsProps) {
  const firstMissing = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const unmet = unmetOf(error)
    // A missing factor of the user’s own comes first, in its card.
    if (unmet.length > 0 && !unmet.includes('own_factor')) firstMissing.current?.focus()
  }, [error])
  const first = REQUIREMENTS.find((each) => missing.includes(each))
  const isMissing = (each: Unmet) => missing.includes(each)
  return (
    <section className="unmet" aria-labelledby="switch-title">
      <h3 id="switch-title">{MESSAGES.beforeSwitch}</h3>
      <ul>
        {REQUIREMENTS.map((each) => (
          <li
            key={each}
            ref={each === first ? firstMissing : undefined}
            tabIndex={each === first ? -1 : undefined}
            className="row gap-8 align-start"
          >
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

const isRecent = ({ last_full_sign_in_at: at }: Admin) =>
  at !== null && Date.now() - new Date(at).getTime() <= PROVEN_DAYS * DAY_MS

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
  const self = useUser()?.id
  if (provider === null && view.rules.passwords === 'everybody') return null
  const label = provider ?? 'the sign-in provider'
  const isProven = administrators.some(
    (admin) => admin.id !== self && marked.includes(String(admin.id)) && isRecent(admin),
  )
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
        <Requirements
          error={refusal?.error}
          missing={[
            ...unmetOf(refusal?.error),
            ...(isSignedIn ? [] : (['provider_session'] as const)),
            ...(isProven ? [] : (['break_glass'] as const)),
          ]}
        />
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
