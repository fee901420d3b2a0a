import type { FirstSteps } from '#shared/features/desk/first-steps/contract.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { NOT_CONNECTED, SYSTEMS } from './messages.ts'

type System = FirstSteps['systems'][number]

/** The state of a system in one word. */
function SystemBadge({ system: { system, adapter, ok } }: { system: System }) {
  if (adapter === null) return <StatusBadge label="Not checked yet" mark="hollow" />
  if (adapter === NOT_CONNECTED)
    return system === 'Tasks' ? (
      <StatusBadge label="Built in" tone="note" mark="hollow" />
    ) : (
      <StatusBadge label="Not set up" tone={system === 'Mail' ? 'warn' : 'quiet'} mark="hollow" />
    )
  return ok ? <StatusBadge label="Connected" tone="good" /> : <StatusBadge label="Refused" tone="bad" />
}

/** The most important systems with their states, and the settings that connect them on demand. */
export function SystemsList({
  systems,
  hasSettings,
}: {
  systems: FirstSteps['systems']
  hasSettings: boolean
}) {
  return (
    <ul className="step-systems" aria-label="Systems">
      {systems.map((system) => {
        const { name, about } = SYSTEMS[system.system]
        return (
          <li key={system.system}>
            <strong>{name}</strong>
            <span className="meta">
              {system.ok ? about : system.detail}
              {hasSettings && (
                <>
                  {' '}
                  Settings: <code>{system.settings}</code>
                </>
              )}
            </span>
            <SystemBadge system={system} />
          </li>
        )
      })}
    </ul>
  )
}
