import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import type { ScanFunctionId } from '#shared/features/operate/scan/rules.ts'
import { counted } from '#shared/format/count.ts'
import { dayAt, daysBetween } from '#shared/format/day.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import type { PortCheck } from '../../../integrations/health.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { askPort } from '../../ground/area.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'
import { weaknessOf } from './proof-text.ts'
import { countLostPosts, listSitesAtWork, newestDays } from './queries.ts'

const OWN_SECTIONS = Object.values(TASK_SECTIONS)

/** Turns a failure of one of several checks into a finding, so that the others still run. */
export async function guarded(
  label: string,
  siteId: number | null,
  ask: () => Promise<ScanFinding>,
): Promise<ScanFinding> {
  try {
    return { siteId, ...(await ask()) }
  } catch (error) {
    const value = error instanceof IntegrationError ? sayRefusal(error) : 'It couldn’t be reached.'
    return {
      label,
      value,
      status: 'error',
      siteId,
      tip: 'Try again. If it fails again, check the server’s log.',
    }
  }
}

/** A system's answer to a connection test, with a note on how current it is. */
export async function findingOf(
  check: Pick<PortCheck, 'check' | 'settings'>,
  label: string,
): Promise<ScanFinding> {
  const { adapter, ok, detail, limit } = await askPort(check)
  const value = [adapter, detail].filter(Boolean).join(': ')
  const tipOf = (...parts: (string | undefined)[]) =>
    [...parts, weaknessOf(adapter)].filter((part) => part !== undefined).join(' ') || null
  if (!ok) return { label, value, status: 'error', tip: tipOf(`Check ${check.settings}.`) }
  return { label, value, status: limit === undefined ? 'success' : 'warning', tip: tipOf(limit) }
}

/** Checks whether an outside system accepts the account from the settings. */
export const portCheckOf = (
  deps: ConnectivityDeps,
  port: string,
  id: ScanFunctionId,
  name: string,
): ScanCheck => ({
  id,
  name,
  async find() {
    const check = deps.portChecks.find((each) => each.port === port)
    return check ? [await findingOf(check, port)] : []
  },
})

const askSite = (
  { publishing }: ConnectivityDeps,
  { code, displayName }: { code: string; displayName: string },
) => {
  const check = () => publishing(code).check()
  return findingOf({ settings: `the entry ${code} of WP_SITES`, check }, displayName)
}

/** Posts: whether each site accepts our account, and whether published posts still exist. */
export const postChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  {
    id: 'posts-account',
    name: 'Posts can be read and written',
    isOfSites: true,
    find: async () =>
      Promise.all(
        (await listSitesAtWork(deps.db)).map((site) =>
          guarded(site.displayName, site.id, () => askSite(deps, site)),
        ),
      ),
  },
  {
    id: 'posts-live',
    name: 'Published posts are live',
    isOfSites: true,
    async find() {
      const lost = await countLostPosts(deps.db)
      if (lost.length === 0) return [{ label: 'Posts', value: 'None lost', status: 'success' }]
      return lost.map(({ site, siteId, count }) => ({
        label: site,
        siteId,
        value: `${counted(count)} of its published articles ${count === 1 ? 'has' : 'have'} no live post`,
        status: 'warning',
        tip: 'Open each article to publish its post again or create a new one.',
      }))
    },
  },
]

/** Sections missing from a board, without which it cannot show the articles' statuses. */
async function sectionsOf({ taskBoard }: ConnectivityDeps, label: string, gid: string): Promise<ScanFinding> {
  const names = new Set((await taskBoard.listSections(gid)).map(({ name }) => name.toLowerCase()))
  const missing = OWN_SECTIONS.filter((name) => !names.has(name.toLowerCase()))
  if (missing.length === 0) return { label, value: 'All sections are there', status: 'success' }
  return {
    label,
    value: `Without ${missing.join(', ')}`,
    status: 'warning',
    tip: 'Add these sections to the board: it has no place for articles with these statuses.',
  }
}

const HEARD = {
  active: { value: 'Heard', status: 'success' },
  silent: { value: 'Silent for more than a day', status: 'error' },
  pending: { value: 'Waiting for the board to answer', status: 'warning' },
  failed: { value: 'Couldn’t be started', status: 'error' },
  none: { value: 'No webhook for this board', status: 'error' },
  unreadable: { value: 'Its secret can’t be read with this server’s key', status: 'error' },
  unreachable: { value: 'Boards can’t reach this server, so they’re checked every hour', status: 'warning' },
} as const satisfies Record<string, Pick<ScanFinding, 'value' | 'status'>>

/** When the board last sent an event, including the vendor's heartbeats. */
const lastWords = (heardAt: Date | null | undefined, timeZone: string): string =>
  heardAt == null ? 'no event yet' : `last event ${timestamp(heardAt, timeZone)}`

const webhookCheck = ({ webhooks, timeZone }: ConnectivityDeps): ScanCheck => ({
  id: 'webhooks',
  name: 'Webhooks are alive',
  isOfSites: true,
  fixes: new Map([['restart-webhooks', () => webhooks.restartUnheard()]]),
  async find() {
    const boards = await webhooks.listHearings()
    return boards.map(({ site, state, error, subscription }) => {
      const found = HEARD[state]
      const canMend = found.status === 'error'
      return {
        label: site.displayName,
        siteId: site.id,
        ...found,
        value: [
          error === null ? found.value : `${found.value}: ${error}`,
          ...(subscription ? [lastWords(subscription.lastSeenAt, timeZone)] : []),
        ].join('; '),
        tip: canMend
          ? 'Restart it to fetch missed changes.'
          : state === 'unreachable'
            ? 'Set PUBLIC_URL to a public https address; in development, set a tunnel.'
            : null,
        fix: canMend ? 'restart-webhooks' : null,
      }
    })
  },
})

/** The task board: its account, its boards and their webhooks. */
export const boardChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  portCheckOf(deps, 'Tasks', 'board-account', 'The task board answers'),
  {
    id: 'board-sections',
    name: 'Sections match the statuses',
    isOfSites: true,
    find: async () =>
      Promise.all(
        (await listSitesAtWork(deps.db)).flatMap(({ id, displayName, boardGid }) =>
          boardGid === null ? [] : [guarded(displayName, id, () => sectionsOf(deps, displayName, boardGid))],
        ),
      ),
  },
  webhookCheck(deps),
]

interface Freshness {
  label: string
  day: string | null
  /** Highest allowed age in days. */
  most: number
  tip: string
}

function freshnessOf(today: string, { label, day, most, tip }: Freshness): ScanFinding {
  if (day === null) return { label, value: 'None yet', status: 'warning', tip }
  const age = daysBetween(day, today)
  return age > most
    ? { label, value: `${day}, ${counted(age)} days ago`, status: 'warning', tip }
    : { label, value: day, status: 'success' }
}

/** Checks the age of the newest data of a daily or weekly import. */
export const freshnessCheckOf = (
  { db, clock, timeZone }: ConnectivityDeps,
  of: 'earnings' | 'hits' | 'searches',
  check: Pick<ScanCheck, 'id' | 'name'> & Omit<Freshness, 'day'>,
): ScanCheck => ({
  ...check,
  find: async () => [freshnessOf(dayAt(clock(), timeZone), { ...check, day: (await newestDays(db))[of] })],
})
