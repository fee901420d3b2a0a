import { SCREENS } from '#shared/access/screens.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'

const LABEL = 'Digest'

async function findDigests({ notices }: ConnectivityDeps): Promise<ScanFinding> {
  const { sendsMail, readers, late } = await notices.readDigests()
  const people = readers === 1 ? '1 person gets one' : `${readers} people get one`
  if (!sendsMail)
    return readers === 0
      ? { label: LABEL, value: 'Mail isn’t set up', status: 'default' }
      : {
          label: LABEL,
          value: `Mail isn’t set up, and ${readers === 1 ? '1 person' : `${readers} people`} chose a digest`,
          status: 'warning',
          tip: 'Set SMTP_URL and restart the server. Until then, they only have the bell.',
        }
  if (readers === 0) return { label: LABEL, value: 'Nobody gets one', status: 'default' }
  if (late === 0) return { label: LABEL, value: people, status: 'success' }
  return {
    label: LABEL,
    value: `${people}, and today’s is over two hours late for ${late}`,
    status: 'error',
    tip: `Check “Send digests” in ${SCREENS.runs.title}, or start it there.`,
  }
}

/** Whether digests of notices are sent on time. */
export const digestChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  { id: 'digests', name: 'Digests are sent on time', find: async () => [await findDigests(deps)] },
]
