import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { RETURN_MARK } from '#shared/features/ground/provider/rules.ts'
import { useSecondStep } from '#web/features/ground/factors/use-second-step.ts'
import { useProviderRefusal } from '#web/features/ground/provider/use-provider-refusal.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { DeadLinkCard } from './dead-link-card.tsx'
import { SamplePeoplePicker } from './sample-people-picker.tsx'
import { SignInForm } from './sign-in-form.tsx'

const SecondStepCard = onDemand(
  () =>
    import('#web/features/ground/factors/second-step-card.tsx').then(({ SecondStepCard }) => SecondStepCard),
  <Skeleton lines={4} />,
)

const PasskeySignInPanel = onDemand(() =>
  import('#web/features/ground/factors/passkey-sign-in-panel.tsx').then(
    ({ PasskeySignInPanel }) => PasskeySignInPanel,
  ),
)

const ProviderReturnPanel = onDemand(
  () =>
    import('#web/features/ground/provider/provider-return-panel.tsx').then(
      ({ ProviderReturnPanel }) => ProviderReturnPanel,
    ),
  <Skeleton lines={4} />,
)

const ProviderNote = onDemand(() =>
  import('#web/features/ground/provider/provider-note.tsx').then(({ ProviderNote }) => ProviderNote),
)

const ProviderSignInPanel = onDemand(() =>
  import('#web/features/ground/provider/provider-sign-in-panel.tsx').then(
    ({ ProviderSignInPanel }) => ProviderSignInPanel,
  ),
)

export function SignInScreen() {
  const { data: health } = useQuery(healthQuery)
  const deadLink = useLocation({ select: ({ state }) => state.deadLink })
  const isBack = useLocation({ select: ({ hash }) => hash === RETURN_MARK })
  const { step } = useSecondStep()
  const refusal = useProviderRefusal()
  const provider = health?.provider
  if (deadLink) return <DeadLinkCard kind={deadLink} />
  if (step) return <SecondStepCard step={step} helpEmail={health?.help_email ?? ''} />
  const isStranger = provider !== undefined && refusal?.reason === 'unknown'
  if (isBack || isStranger)
    return <ProviderReturnPanel label={provider?.label} refusal={isStranger ? refusal : null} />
  const form = <SignInForm offersPasskeys={health?.passkeys === true} />
  return (
    <>
      <div className="card-part">
        {health?.notice && <Alert kind="note">{health.notice}</Alert>}
        {provider && <ProviderNote label={provider.label} />}
        {!provider?.limits_passwords && form}
        {provider && (
          <ProviderSignInPanel label={provider.label}>
            {provider.limits_passwords && form}
          </ProviderSignInPanel>
        )}
        {health?.passkeys && <PasskeySignInPanel isAfterOther={provider !== undefined} />}
        <p className="card-help">
          <a href={`mailto:${health?.help_email ?? ''}`}>Need help?</a>
        </p>
      </div>
      {health?.sample && health.sample.people.length > 0 && <SamplePeoplePicker sample={health.sample} />}
    </>
  )
}
