import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { DeadLinkCard } from './dead-link-card.tsx'
import { SamplePeoplePicker } from './sample-people-picker.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInScreen() {
  const { data: health } = useQuery(healthQuery)
  const deadLink = useLocation({ select: ({ state }) => state.deadLink })
  if (deadLink) return <DeadLinkCard kind={deadLink} />
  return (
    <>
      <div className="card-part">
        {health?.notice && <Alert kind="note">{health.notice}</Alert>}
        <SignInForm />
        <p className="card-help">
          <a href={`mailto:${health?.help_email ?? ''}`}>Need help?</a>
        </p>
      </div>
      {health?.sample && health.sample.people.length > 0 && <SamplePeoplePicker sample={health.sample} />}
    </>
  )
}
