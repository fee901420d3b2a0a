// npm run warehouse -- copy|tables: the warehouse outside that the settings name.
import { parseArgs } from 'node:util'
import { type CopiedRows, copyWarehouse } from '#server/features/posts/warehouse/verbs/copy-warehouse.ts'
import { IntegrationError } from '#server/integrations/integration-error.ts'
import { sayRefusal } from '#server/integrations/refusal-words.ts'
import { createBuiltInSource } from '#server/integrations/warehouse-source/built-in.ts'
import { createClickHouse } from '#server/integrations/warehouse-source/clickhouse.ts'
import { clickHouseStatements } from '#server/integrations/warehouse-source/clickhouse-tables.ts'
import { readSettings } from '#server/settings/settings.ts'
import { SOURCE_PARTS, type SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { CommandError, runCommand, withWorkspace } from './command.ts'

const USAGE = `Usage:
npm run warehouse -- tables            prints the statements that create the tables in ClickHouse
npm run warehouse -- copy [--dry-run]  copies Copydesk’s data to the ClickHouse of CLICKHOUSE_URL`

const NAMES: Readonly<Record<SourcePart, string>> = {
  posts: 'Posts',
  earnings: 'Earnings',
  availability: 'Stock',
}
/** Interval of progress messages. */
const TELL_MS = 2000

const counted = (number: number, what: string) => `${number.toLocaleString('en')} ${what}`
const said = ({ added, changed, repeated }: CopiedRows, isDryRun: boolean) =>
  [
    counted(added, isDryRun ? 'to be added' : 'added'),
    counted(changed, isDryRun ? 'to be changed' : 'changed'),
    counted(repeated, 'there already'),
  ].join(', ')

async function copy(isDryRun: boolean): Promise<void> {
  const { clickHouse: account } = readSettings(process.env).vendors
  if (account === undefined)
    throw new CommandError('CLICKHOUSE_URL is not set: there is no warehouse to copy to.')
  const to = createClickHouse({ account })
  await withWorkspace(async ({ database: { db, pool } }) => {
    let toldAt = performance.now()
    const onProgress = (part: SourcePart, rows: CopiedRows) => {
      if (performance.now() - toldAt < TELL_MS) return
      toldAt = performance.now()
      console.error(`${NAMES[part]}: ${said(rows, isDryRun)} so far`)
    }
    const copied = await copyWarehouse({ db, from: createBuiltInSource({ pool }), to, isDryRun, onProgress })
    for (const part of SOURCE_PARTS) console.log(`${NAMES[part]}: ${said(copied[part], isDryRun)}.`)
    if (isDryRun) console.log('Nothing was written.')
  })
}

function readCommand(): () => Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [verb, ...rest] = positionals
    if (rest.length > 0) throw new Error('Give one command at a time.')
    if (verb === 'copy') return () => copy(values['dry-run'])
    if (verb === 'tables' && !values['dry-run'])
      return async () => {
        const { clickHouse } = readSettings(process.env).vendors
        for (const statement of clickHouseStatements(clickHouse?.database ?? 'copydesk'))
          console.log(`${statement};\n`)
      }
    throw new Error('There is no such command.')
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} ${USAGE}`)
  }
}

await runCommand(async () => {
  const run = readCommand()
  try {
    await run()
  } catch (error) {
    if (error instanceof IntegrationError) throw new CommandError(sayRefusal(error))
    throw error
  }
})
