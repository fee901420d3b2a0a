import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useSecondStep } from '#web/features/ground/factors/use-second-step.ts'
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

export function SignInScreen() {
  const { data: health } = useQuery(healthQuery)
  const deadLink = useLocation({ select: ({ state }) => state.deadLink })
  const { step } = useSecondStep()
  if (deadLink) return <DeadLinkCard kind={deadLink} />
  if (step) return <SecondStepCard step={step} helpEmail={health?.help_email ?? ''} />
  return (
    <>
      <div className="card-part">
        {health?.notice && <Alert kind="note">{health.notice}</Alert>}
        <SignInForm offersPasskeys={health?.passkeys === true} />
        {health?.passkeys && <PasskeySignInPanel />}
        <p className="card-help">
          <a href={`mailto:${health?.help_email ?? ''}`}>Need help?</a>
        </p>
      </div>
      {health?.sample && health.sample.people.length > 0 && <SamplePeoplePicker sample={health.sample} />}
    </>
  )
}
