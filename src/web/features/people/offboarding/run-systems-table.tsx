import type { RunSystem } from '#shared/features/people/offboarding/contract.ts'
import { STATE_WORDS } from '#shared/features/people/offboarding/rules.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { LATER_LOOKS, STATE_TONES } from './messages.ts'

function Row({ system }: { system: RunSystem }) {
  const { operation_name: operationName, account, state, detail, ended_at: endedAt, later } = system
  const look = later && LATER_LOOKS[later.state]
  return (
    <tr>
      <th scope="row">
        {operationName}
        {account !== null && <span className="meta">{account}</span>}
        {system.last_used_at !== null && (
          <span className="meta">
            Last used <Moment moment={system.last_used_at} />
          </span>
        )}
      </th>
      <td>
        <StatusBadge
          label={STATE_WORDS[state]}
          tone={STATE_TONES[state]}
          {...(state === 'inactive' || state === 'waiting' ? { mark: 'hollow' } : {})}
        />
      </td>
      <td>{detail || '–'}</td>
      <td>{endedAt === null ? '–' : <Moment moment={endedAt} />}</td>
      <td>
        {look === null ? '–' : <StatusBadge label={look.label} tone={look.tone} />}
        {later !== null && later.state !== 'away' && <span className="meta">{later.detail}</span>}
      </td>
    </tr>
  )
}

/** All systems of a run, with the outcome and the result of the check a day later. */
export function RunSystemsTable({ systems }: { systems: readonly RunSystem[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className="sheet offboarding-scroll" aria-label="Systems" tabIndex={0}>
      <table className="offboarding-table">
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col">State</th>
            <th scope="col">Result</th>
            <th scope="col">When</th>
            <th scope="col">Check a day later</th>
          </tr>
        </thead>
        <tbody>
          {systems.map((system) => (
            <Row key={system.operation} system={system} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
