import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#shared/features/ground/users/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useMay } from '#web/api/session.ts'
import type { FoundPerson } from '#web/features/ground/users/use-user-search.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import { HeirPicker } from './heir-picker.tsx'
import { HeldWorkList } from './held-work-list.tsx'
import { heldWords, MESSAGES, movedWords } from './messages.ts'
import { heldQuery, useHandOver } from './queries.ts'
import { SharedWorkList } from './shared-work-list.tsx'

const HEIR = 'left-work-heir'

function Left({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(heldQuery(user.id))
  const [heir, setHeir] = useState<FoundPerson | null>(null)
  const handing = useHandOver(user.id)
  if (error)
    return <Failed title={MESSAGES.heldFailed} message={error.message} onRetry={() => void refetch()} />
  if (!data || heldWords(data).length === 0) return null
  const handOver = (to: FoundPerson) =>
    handing.mutate(to.id, {
      onSuccess: (left) => {
        notify({ kind: 'success', title: movedWords(data, left, fullName(to)) })
        setHeir(null)
      },
    })
  return (
    <section className="page-card" aria-labelledby="left-work-title">
      <div className="page-card-head">
        <h3 id="left-work-title">Still theirs</h3>
      </div>
      <p className="meta">This account is locked, but still owns work that others need.</p>
      <HeldWorkList label="Open articles" articles={data.articles} />
      <HeldWorkList label="Reviews" articles={data.claims} />
      <SharedWorkList work={data} />
      <div className="left-work-heir cluster gap-8">
        <label htmlFor={HEIR}>Hand over to</label>
        <HeirPicker id={HEIR} leaver={user.username} work={data} heir={heir} onChange={setHeir} />
        <Button disabled={heir === null} loading={handing.isPending} onClick={() => heir && handOver(heir)}>
          Hand over
        </Button>
      </div>
    </section>
  )
}

/** The work still owned by a user who can no longer sign in, for users who may hand it over. */
export function LeftWorkPanel({ user }: { user: User }) {
  const mayHandOver = useMay('UserAccess')
  return mayHandOver && !user.active ? <Left user={user} /> : null
}
