import './sign-in-rules.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSubmitKey } from '#web/ui/input/use-hotkey.ts'
import { Page } from '#web/ui/page.tsx'
import { AboutRulesPanel } from './about-rules-panel.tsx'
import { AssistantsCard } from './assistants-card.tsx'
import { FactorCard } from './factor-card.tsx'
import { SessionLimitsCard, TokenLimitsCard } from './limits-panel.tsx'
import { MESSAGES } from './messages.ts'
import { PasswordsCard } from './passwords-card.tsx'
import { rulesQuery } from './queries.ts'
import { RefusalNote } from './refusal-note.tsx'
import { UnsavedRulesPanel } from './unsaved-rules-panel.tsx'
import { useRulesForm } from './use-rules-form.ts'

function Rules({ view }: { view: SignInRulesView }) {
  const mayChange = useMay('UpdateUser')
  const { form, submit, reload } = useRulesForm(view)
  const save = () => void submit()
  useSubmitKey(save)
  const card = { form, view, mayChange }
  return (
    <div className="sign-in-rules split-columns">
      <div>
        {!mayChange && <p className="quiet">{MESSAGES.adminOnly}</p>}
        <RefusalNote form={form} onReload={() => void reload()} />
        <FactorCard {...card} />
        <PasswordsCard {...card} />
        <SessionLimitsCard {...card} />
        <TokenLimitsCard {...card} />
        <AssistantsCard {...card} />
        {mayChange && <UnsavedRulesPanel form={form} view={view} onSave={save} />}
      </div>
      <AboutRulesPanel form={form} view={view} />
    </div>
  )
}

/** The rules about second factors, sessions, API tokens and assistants. */
export function SignInRulesScreen() {
  const { data: view, error, refetch } = useQuery(rulesQuery)
  return (
    <Page
      title={SCREENS.signInRules.title}
      count={view && view.version > 0 ? `version ${view.version}` : undefined}
      actions={
        <Link to={SCREENS.users.path} className="btn">
          <ArrowLeft aria-hidden="true" />
          {SCREENS.users.title}
        </Link>
      }
    >
      {view ? (
        <Rules view={view} />
      ) : error ? (
        <Failed title={MESSAGES.notLoaded} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  )
}
