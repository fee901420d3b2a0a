// A process for the kill tests: opens the embedded database, writes rows over several connections and
// prints every row's number once PostgreSQL has acknowledged it. Ends in order on SIGINT.
import { writeSync } from 'node:fs'
import { connectDatabase } from '../connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const say = (line: string) => writeSync(1, `${line}\n`)
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: say })
const database = connectDatabase(server.url)
await database.pool.query('create table if not exists acknowledged (id bigint generated always as identity)')

let isWriting = true

async function write(): Promise<void> {
  while (isWriting) {
    const { rows } = await database.pool.query<{ id: number }>(
      'insert into acknowledged default values returning id',
    )
    say(`row ${rows[0]?.id}`)
  }
}

process.once('SIGINT', () => {
  isWriting = false
})
say('ready')
await Promise.all([write(), write(), write(), write()])
await database.close()
await server.stop()
say('stopped in order')
