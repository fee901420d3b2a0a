import type { ScanFunctionId } from '#shared/features/operate/scan/rules.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'
import { findingOf, guarded } from './outside-reader.ts'
import { listSitesAtWork } from './queries.ts'

/** Kinds of systems with accounts: prefix of their directories' names, and display name. */
const SYSTEMS = [
  ['github', 'GitHub'],
  ['slack', 'Slack'],
  ['google-workspace', 'Google Workspace'],
  ['asana', 'Asana'],
  ['atlassian', 'Atlassian'],
] as const

const isOf = ({ operation }: AccountDirectory, system: string) =>
  operation === system || operation.startsWith(`${system}-`)

const NONE: ScanFinding = {
  label: 'Accounts',
  value: 'Not connected',
  status: 'default',
  tip: 'Copydesk can’t find or close accounts there. The integrations guide explains how to connect it.',
}

const ask = ({ health, operationName }: AccountDirectory, siteId: number | null) =>
  guarded(operationName, siteId, async () =>
    health
      ? findingOf(health, operationName)
      : { label: operationName, value: 'Nothing to ask', status: 'success' },
  )

/** Checks sites with managed accounts in parallel; each result is independent. */
async function findSites({ db, accountDirectories }: ConnectivityDeps): Promise<ScanFinding[]> {
  const [directories, sites] = await Promise.all([accountDirectories(), listSitesAtWork(db)])
  const found = await Promise.all(
    sites.flatMap(({ id, code }) => {
      const directory = directories.find(({ operation }) => operation === `wordpress-${code}`)
      return directory ? [ask(directory, id)] : []
    }),
  )
  return found.length === 0 ? [NONE] : found
}

async function findSystems({ accountDirectories }: ConnectivityDeps, system: string): Promise<ScanFinding[]> {
  const directories = (await accountDirectories()).filter((each) => isOf(each, system))
  const found = await Promise.all(directories.map((each) => ask(each, null)))
  return found.length === 0 ? [NONE] : found
}

/** Whether every system lets us find and close the accounts of people who leave. */
export const accountChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  ...SYSTEMS.map(
    ([system, name]): ScanCheck => ({
      id: `${system}-accounts` satisfies ScanFunctionId,
      name: `Accounts of ${name} can be found and closed`,
      find: () => findSystems(deps, system),
    }),
  ),
  {
    id: 'wordpress-accounts',
    name: 'Accounts of WordPress can be found and closed',
    isOfSites: true,
    find: () => findSites(deps),
  },
]
