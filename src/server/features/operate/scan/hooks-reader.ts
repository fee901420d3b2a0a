import { HOUR_MS } from '#shared/format/duration.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'
import { type HookHealth, listHookStates } from './queries.ts'

function findingOf({ name, state, isStoppedByUser, failingSince }: HookHealth, now: Date): ScanFinding {
  if (state === 'gone')
    return {
      ...{ label: name, value: 'Gone', status: 'warning' },
      tip: 'The receiver answered 410: it doesn’t want these events any more. Delete the hook, or resume it. Events that happen while it’s stopped aren’t sent later.',
    }
  if (state === 'paused')
    return isStoppedByUser
      ? { label: name, value: 'Paused by a user', status: 'default' }
      : {
          ...{ label: name, value: 'Paused', status: 'error' },
          tip: 'Every try failed for 5 days. Fix the receiver, then resume the hook. Events that happen while it’s stopped aren’t sent later.',
        }
  if (failingSince === null) return { label: name, value: 'Active', status: 'success' }
  const isLong = now.getTime() - failingSince.getTime() >= HOUR_MS
  return {
    ...{ label: name, value: 'Failing', status: isLong ? 'error' : 'warning' },
    tip: 'Its log in Event hooks shows what the receiver answers.',
  }
}

/** Whether events arrive at other systems. */
export const hookChecks = ({ db, clock }: ConnectivityDeps): ScanCheck[] => [
  {
    id: 'event-hooks',
    name: 'Events arrive at other systems',
    async find() {
      const hooks = await listHookStates(db)
      if (hooks.length === 0) return [{ label: 'Event hooks', value: 'Not set up', status: 'default' }]
      return hooks.map((hook) => findingOf(hook, clock()))
    },
  },
]
