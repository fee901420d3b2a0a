import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { OwnedWork } from '#shared/features/offboarding/contract.ts'
import type { User, UserName } from '#shared/features/users/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useMay } from '#web/api/session.ts'
import { Failed } from '#web/ui/failed.tsx'
import { notify } from '#web/ui/notify.ts'
import { HeirPicker } from './heir-picker.tsx'
import { HeldWorkList } from './held-work-list.tsx'
import { MESSAGES } from './messages.ts'
import { heldQuery, useHandOver } from './queries.ts'

const HEIR = 'left-work-heir'

const countOf = ({ articles, claims, views, rules, queries }: OwnedWork) =>
  articles.length + claims.length + views.length + rules.length + queries.length

/** Names of things that are found elsewhere. */
function Names({ label, things }: { label: string; things: readonly { id: number; name: string }[] }) {
  if (things.length === 0) return null
  return (
    <section className="offboarding-work" aria-label={label}>
      <h3>
        {label} <span className="count">{counted(things.length)}</span>
      </h3>
      <ul>
        {things.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

function Left({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(heldQuery(user.id))
  const [heir, setHeir] = useState<UserName | null>(null)
  const handing = useHandOver(user.id)
  if (error)
    return <Failed title={MESSAGES.heldFailed} message={error.message} onRetry={() => void refetch()} />
  if (!data || countOf(data) === 0) return null
  const handOver = (to: UserName) =>
    handing.mutate(to.id, {
      onSuccess: (left) => {
        const moved = countOf(data) - (left ? countOf(left) : 0)
        notify({
          kind: 'success',
          title: `${countedIn(moved, 'piece')} of work handed over to ${fullName(to)}`,
        })
        setHeir(null)
      },
    })
  return (
    <section className="page-card" aria-labelledby="left-work-title">
      <div className="page-card-head">
        <h3 id="left-work-title">Still theirs</h3>
      </div>
      <p className="meta">This account is locked, and others need what is still theirs.</p>
      <HeldWorkList label="Open articles" articles={data.articles} />
      <HeldWorkList label="Reviews" articles={data.claims} />
      <Names label="Team views" things={data.views.map(({ view_id: id, name }) => ({ id, name }))} />
      <Names label="Alert rules" things={data.rules.map(({ rule_id: id, name }) => ({ id, name }))} />
      <Names label="Saved queries" things={data.queries.map(({ query_id: id, name }) => ({ id, name }))} />
      <div className="left-work-heir">
        <label htmlFor={HEIR}>Hand it over to</label>
        <HeirPicker id={HEIR} leaver={user.username} heir={heir} onChange={setHeir} />
        <Button disabled={heir === null} loading={handing.isPending} onClick={() => heir && handOver(heir)}>
          Hand over
        </Button>
      </div>
    </section>
  )
}

/** What somebody who may not sign in any more still owns, for those who may give it to somebody else. */
export function LeftWorkPanel({ user }: { user: User }) {
  const mayHandOver = useMay('UserAccess')
  return mayHandOver && !user.active ? <Left user={user} /> : null
}
