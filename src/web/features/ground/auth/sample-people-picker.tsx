import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Health } from '#shared/features/ground/system/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { AuthenticationError } from '#web/api/api-error.ts'
import { Avatar } from '#web/ui/cells/person.tsx'
import { passwordIsOther } from './messages.ts'
import { useSampleSignIn } from './queries.ts'

type Sample = NonNullable<Health['sample']>

/** The users of the sample workspace; one click signs in as one of them. */
export function SamplePeoplePicker({ sample }: { sample: Sample }) {
  const signIn = useSampleSignIn()
  const [refused, setRefused] = useState<readonly string[]>([])
  const signInAs = (username: string) =>
    signIn.mutate(
      { username, password: sample.password },
      {
        onError: (error) => {
          if (error instanceof AuthenticationError) setRefused((known) => [...known, username])
        },
      },
    )
  return (
    <section className="sample" aria-labelledby="sample-title">
      <h2 id="sample-title">Sample workspace</h2>
      <p className="meta sample-note">Sign in as one of these people. Nothing you do leaves the sample.</p>
      <ul>
        {sample.people.map(({ username, role, ...person }) => (
          <li key={username}>
            <button
              type="button"
              className="sample-person row gap-12"
              disabled={signIn.isPending || refused.includes(username)}
              onClick={() => signInAs(username)}
            >
              <Avatar person={person} />
              <span>
                <b className="medium">{role.description}</b>{' '}
                <span className="quiet">· {fullName(person)}</span>
              </span>
              <ChevronRight size={16} aria-hidden="true" className="quiet push" />
            </button>
            {refused.includes(username) && (
              <p className="meta sample-refused" role="status">
                {passwordIsOther(person.first_name)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
