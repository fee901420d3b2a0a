import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '#web/features/system/queries.ts'
import { SamplePeoplePicker } from './sample-people-picker.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInScreen() {
  const { data: health } = useQuery(healthQuery)
  return (
    <>
      <div className="card-part">
        <SignInForm />
        <p className="card-help">
          <a href={`mailto:${health?.helpEmail ?? ''}`}>Need help?</a>
        </p>
      </div>
      {health?.sample && <SamplePeoplePicker sample={health.sample} />}
    </>
  )
}
