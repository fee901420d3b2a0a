import { History, KeyRound, Mail, Monitor } from 'lucide-react'
import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { daysBetween } from '#shared/format/day.ts'
import { MomentDay } from '#web/ui/cells/moment.tsx'
import { useValue } from '#web/ui/form/use-form.ts'
import { groupOf } from './factor-card.tsx'
import { dateWords, MESSAGES, mailWords } from './messages.ts'
import type { RulesForm } from './use-rules-form.ts'

function WhatHappens({ form, view }: { form: RulesForm; view: SignInRulesView }) {
  const scope = useValue(form, 'second_factor')
  const day = useValue(form, 'second_factor_from')
  const { second_factor: savedScope, second_factor_from: savedDay } = view.rules
  if (scope === 'nobody' || day === '' || (day < view.today && day !== savedDay)) return null
  const { people, ready } = groupOf(scope, view)
  const isChanged = scope !== savedScope || day !== savedDay
  const mails = mailWords(people - ready, daysBetween(view.today, day), isChanged)
  return (
    <section className="sheet side-panel" aria-labelledby="happens-title">
      <header>
        <h2 id="happens-title">What happens on {dateWords(day, view.today)}</h2>
      </header>
      <ul className="stack gap-8">
        {mails !== null && (
          <li className="row gap-8 align-start">
            <Mail size={16} className="tone-quiet no-shrink" aria-hidden="true" />
            {mails}
          </li>
        )}
        <li className="row gap-8 align-start">
          <Monitor size={16} className="tone-quiet no-shrink" aria-hidden="true" />
          {MESSAGES.openSessions}
        </li>
        <li className="row gap-8 align-start">
          <KeyRound size={16} className="tone-quiet no-shrink" aria-hidden="true" />
          {MESSAGES.programs}
        </li>
      </ul>
    </section>
  )
}

function EarlierVersions({ history }: Pick<SignInRulesView, 'history'>) {
  return (
    <section className="sheet side-panel" aria-labelledby="versions-title">
      <header>
        <h2 id="versions-title">Earlier versions</h2>
      </header>
      {history.length === 0 ? (
        <p className="quiet">{MESSAGES.noHistory}</p>
      ) : (
        <ul className="rule-history ruled">
          {history.map((entry) => (
            <li key={entry.id} className="row gap-8 align-start">
              <History size={16} className="tone-quiet no-shrink" aria-hidden="true" />
              <div className="fill shrinkable">
                {entry.changes.join(' · ')}
                <span className="meta block">{entry.changed_by}</span>
              </div>
              <span className="meta">
                <MomentDay moment={entry.changed_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Beside the rules: what they do, how they were changed, and the way back. */
export function AboutRulesPanel({ form, view }: { form: RulesForm; view: SignInRulesView }) {
  return (
    <div>
      <WhatHappens form={form} view={view} />
      <EarlierVersions history={view.history} />
      <section className="sheet side-panel" aria-labelledby="way-back-title">
        <header>
          <h2 id="way-back-title">If nobody can sign in</h2>
        </header>
        <p className="quiet">
          On the server: <code>npm run admin -- link EMAIL</code> makes a link to a new password for an
          administrator, <code>npm run admin -- reset-factors EMAIL</code> removes a lost second factor, and{' '}
          <code>npm run admin -- allow-passwords</code> lets everybody use passwords again. All are written to
          the audit trail.
        </p>
      </section>
    </div>
  )
}
