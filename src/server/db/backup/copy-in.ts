import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { quoteCopyTarget, type Table } from './catalog.ts'

/** Fills one table after the other from parts; `finish` after the last one. */
export function createTableFiller(client: pg.ClientBase) {
  let open: ReturnType<typeof openCopy> | undefined

  async function finish(): Promise<void> {
    await open?.end()
    open = undefined
  }

  async function fill(table: Table, content: AsyncIterable<Buffer>): Promise<void> {
    if (open?.table !== table) {
      await finish()
      open = openCopy(client, table)
    }
    for await (const chunk of content) await open.write(chunk)
  }

  return { fill, finish }
}

function openCopy(client: pg.ClientBase, table: Table) {
  const stream = client.query(copyFrom(`copy ${quoteCopyTarget(table)} from stdin`))
  const done = finished(stream)
  // The failure is met at the next write or at the end.
  done.catch(() => {})
  return {
    table,
    async write(chunk: Buffer): Promise<void> {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
    },
    async end(): Promise<void> {
      stream.end()
      await done
    },
  }
}
