import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { SignInGroup, SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { FACTOR_SCOPES, type FactorScope } from '#shared/features/ground/sign-in-rules/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { fullName } from '#shared/format/full-name.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { factorIntro, MESSAGES, peopleWords, SCOPE_LABELS } from './messages.ts'
import { isLockout } from './queries.ts'
import { RuleChoice, RulesCard } from './rules-card.tsx'
import type { RulesForm } from './use-rules-form.ts'

/** Days from today to the first day that is proposed. */
const PROPOSED_DAYS = 14
const SHOWN_NAMES = 3

export const groupOf = (scope: FactorScope, { groups }: SignInRulesView): SignInGroup =>
  groups[scope === 'administrators' ? 'administrators' : 'everybody']

function Missing({ people, ready, missing }: SignInGroup) {
  const [isWhole, setWhole] = useState(false)
  const count = people - ready
  if (count === 0) return <>Nobody is missing.</>
  const shown = isWhole ? missing : missing.slice(0, SHOWN_NAMES)
  const more = count - shown.length
  const names = shown.map(fullName).join(', ')
  return (
    <>
      <span className="quiet">{count === 1 ? '1 doesn’t:' : `${count} don’t:`}</span> {names}
      {more > 0 && ' and '}
      {more > 0 && !isWhole && missing.length > shown.length ? (
        <button type="button" className="link-button" onClick={() => setWhole(true)}>
          {more} more
        </button>
      ) : (
        more > 0 && `${more} more`
      )}
    </>
  )
}

function Readiness({ group }: { group: SignInGroup }) {
  const { people, ready } = group
  const percent = people === 0 ? 100 : (ready / people) * 100
  return (
    <div>
      <div className="field-label">
        <span className="medium">Ready today</span>
      </div>
      <span className="readiness" aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      <p className="caption">
        <b className="medium">
          {ready} of {people}
        </b>{' '}
        <span className="quiet">{people === 1 ? 'person has one.' : 'people have one.'}</span>{' '}
        <Missing {...group} />
      </p>
    </div>
  )
}

/** What the user lacks to save a rule without being shut out by it; gets the focus. */
function UnmetRequirements({ error }: { error: Error }) {
  const first = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus again
  useEffect(() => first.current?.focus(), [error])
  return (
    <section className="unmet" aria-labelledby="unmet-title">
      <h3 id="unmet-title">{MESSAGES.before}</h3>
      <ul>
        <li ref={first} tabIndex={-1} className="row gap-8 align-start">
          <X size={16} className="bad-text no-shrink" aria-hidden="true" />
          <span>
            {MESSAGES.ownFactor}{' '}
            <Link to={SCREENS.profile.path} search={{ tab: 'sign-in' }}>
              {MESSAGES.ownFactorLink}
            </Link>{' '}
            {MESSAGES.orLater}
          </span>
        </li>
      </ul>
    </section>
  )
}

interface FactorCardProps {
  form: RulesForm
  view: SignInRulesView
  mayChange: boolean
}

/** Who must have a second factor, and from when. */
export function FactorCard({ form, view, mayChange }: FactorCardProps) {
  const scope = useValue(form, 'second_factor')
  const { refusal } = useFormStatus(form)
  const choose = (chosen: FactorScope) =>
    form.update(
      (values) => ({
        ...values,
        second_factor: chosen,
        second_factor_from:
          chosen === 'nobody' || values.second_factor_from !== ''
            ? values.second_factor_from
            : plusDays(view.today, PROPOSED_DAYS),
      }),
      'second_factor',
      'second_factor_from',
    )
  const noteOf = (choice: FactorScope) =>
    choice === 'nobody' ? 'Everybody can set one up.' : peopleWords(groupOf(choice, view).people)
  return (
    <RulesCard id="second-factor" title="Second factor" intro={factorIntro(view.groups.everybody.people)}>
      <fieldset className="choices">
        <legend>Who needs one</legend>
        {FACTOR_SCOPES.map((choice) => (
          <RuleChoice
            key={choice}
            name="second_factor"
            label={SCOPE_LABELS[choice]}
            note={noteOf(choice)}
            checked={scope === choice}
            disabled={!mayChange}
            onChange={() => choose(choice)}
          />
        ))}
      </fieldset>
      <div className="rule-fields two">
        {scope !== 'nobody' && (
          <FormField
            form={form}
            name="second_factor_from"
            label="From"
            type="date"
            disabled={!mayChange}
            hint={MESSAGES.fromHint}
          />
        )}
        <Readiness group={groupOf(scope, view)} />
      </div>
      {refusal && isLockout(refusal.error) && <UnmetRequirements error={refusal.error} />}
    </RulesCard>
  )
}
