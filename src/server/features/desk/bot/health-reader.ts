import { SCREENS } from '#shared/access/screens.ts'
import { countedIn } from '#shared/format/count.ts'
import { linkTo, say } from './answer-text.ts'
import type { CommandReader } from './deps.ts'

/** `/health`: which connections are broken, and how much failed behind the screens. */
export const readHealth: CommandReader = async ({ outside, failedJobs }, actor) => {
  const [states, { totalCount: failed }] = await Promise.all([
    outside.listStates(),
    failedJobs.listJobs(actor, 1),
  ])
  const broken = states.filter(({ ok }) => !ok)
  const systems =
    states.length === 0
      ? 'No connections checked yet.'
      : broken.length === 0
        ? `All ${countedIn(states.length, 'connection')} worked at the last check.`
        : `${broken.length} of ${countedIn(states.length, 'connection')} ${broken.length === 1 ? 'is' : 'are'} broken. ` +
          broken.map(({ port, detail }) => `${port}: ${detail}`).join(' ')
  const jobs =
    failed === 0
      ? 'No failed emails or jobs.'
      : `${countedIn(failed, 'email or job')} failed and can be retried.`
  return say(`${systems} ${jobs}`, [
    linkTo(SCREENS.scan.title, SCREENS.scan.path),
    linkTo(SCREENS.runs.title, SCREENS.runs.path),
  ])
}
