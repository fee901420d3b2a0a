import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClickHouse } from '../integrations/warehouse-source/clickhouse.ts'
import type { ClickHouseAccount } from '../integrations/warehouse-source/clickhouse-settings.ts'
import type { WritableWarehouse } from '../integrations/warehouse-source/port.ts'
import { ended, eventually, isCommand, onFreePort } from './other-programs.ts'

const PROGRAM = 'clickhouse-server'

/** Whether a real ClickHouse can be started here; where it cannot, its tests are left out. */
export const hasClickHouse = isCommand(PROGRAM)

if (!hasClickHouse) process.emitWarning(`${PROGRAM} is missing: nothing is tried on a real ClickHouse.`)

/** Who may read only, with no say in how they are answered. */
const READER = { user: 'reader', password: 'only looks' }
/** Another server that has got the same port lets nobody in with it. */
const DESK = { user: 'desk', password: `may write ${randomUUID()}` }

const CONFIG = (folder: string, port: number) => `<yandex>
<logger><level>error</level><console>1</console></logger>
<listen_host>127.0.0.1</listen_host><http_port>${port}</http_port>
<path>${folder}/data/</path><tmp_path>${folder}/data/tmp/</tmp_path>
<mark_cache_size>67108864</mark_cache_size>
<users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
</yandex>`

const userOf = ({ user, password }: typeof READER, profile: string) =>
  `<${user}><password>${password}</password><networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota></${user}>`

const USERS = `<yandex>
<profiles><default><max_memory_usage>1000000000</max_memory_usage></default><reads><readonly>1</readonly></reads></profiles>
<users>${userOf(DESK, 'default')}${userOf(READER, 'reads')}</users>
<quotas><default></default></quotas>
</yandex>`

export interface ClickHouseServer {
  /** An account that may read and write a database. */
  account(database: string): ClickHouseAccount
  /** An account that may only read it. */
  reader(database: string): ClickHouseAccount
  /** Asks the server itself; answers what it says. */
  ask(sql: string): Promise<string>
  stop(): Promise<void>
}

/** A ClickHouse of its own, on a loopback port. */
export const startClickHouse = (): Promise<ClickHouseServer> => onFreePort(startOn)

async function startOn(port: number): Promise<ClickHouseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-clickhouse-'))
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'config.xml'), CONFIG(folder, port))
  await writeFile(join(folder, 'users.xml'), USERS)
  const child = spawn(PROGRAM, [`--config-file=${join(folder, 'config.xml')}`], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const headers = { 'x-clickhouse-user': DESK.user, 'x-clickhouse-key': DESK.password }
  async function ask(sql: string): Promise<string> {
    const response = await fetch(`${baseUrl}/`, { method: 'POST', headers, body: sql })
    const text = (await response.text()).trim()
    if (!response.ok) throw new Error(text)
    return text
  }
  await eventually('ClickHouse', child, async () => (await ask('SELECT 1')) === '1')
  return {
    account: (database) => ({ baseUrl, ...DESK, database }),
    reader: (database) => ({ baseUrl, ...READER, database }),
    ask,
    async stop() {
      await ended(child, () => child.kill('SIGTERM'))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A warehouse there, with its tables. */
export async function prepareClickHouse(
  server: ClickHouseServer,
  database: string,
): Promise<WritableWarehouse> {
  const warehouse = createClickHouse({ account: server.account(database) })
  await warehouse.prepare()
  return warehouse
}
