import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Migration } from '../migration-record.ts'

const file = path.join(import.meta.dirname, 'migrations.sql')
const header = /^--> migration (\S+) ([0-9a-f]{64})\n/gm

/** The migrations that create the whole schema at once, in place of the legacy ones. */
const baseline = ['20261127000000_schema.sql', '20261127000100_functions.sql']

export const isBaseline = ({ name }: { name: string }): boolean => baseline.includes(name)

/** The migrations that the baseline replaced, in the order in which they apply. */
export async function readLegacyMigrations(): Promise<Migration[]> {
  const text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  // Splitting by an expression with two groups yields: the comment, then name, hash and SQL of each.
  const [, ...fields] = text.split(header)
  return Array.from({ length: fields.length / 3 }, (_, index) => {
    const [name = '', hash = '', sql = ''] = fields.slice(index * 3)
    // The file ends each migration with a line end of its own, which is not part of it.
    return { name, hash, sql: sql.slice(0, -1) }
  })
}
