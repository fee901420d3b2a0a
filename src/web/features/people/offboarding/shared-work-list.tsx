import type { HandedOver } from '#shared/features/people/offboarding/contract.ts'
import { counted } from '#shared/format/count.ts'

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

/** A user's work that others use, by name only: it has no page to link to. */
export function SharedWorkList({
  work: { views = [], rules = [], queries = [], service_accounts: accounts = [] },
}: {
  work: Pick<HandedOver, 'views' | 'rules' | 'queries' | 'service_accounts'>
}) {
  return (
    <>
      <Names label="Team views" things={views.map(({ view_id: id, name }) => ({ id, name }))} />
      <Names label="Alert rules" things={rules.map(({ rule_id: id, name }) => ({ id, name }))} />
      <Names label="Saved queries" things={queries.map(({ query_id: id, name }) => ({ id, name }))} />
      <Names label="Service accounts" things={accounts.map(({ user_id: id, name }) => ({ id, name }))} />
    </>
  )
}
