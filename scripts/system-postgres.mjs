import fs from 'node:fs'
import path from 'node:path'

const oldestServer = 15

/**
 * Debian's PostgreSQL server programs under `parent`, the newest; undefined where there are none
 * that Copydesk supports. Client packages bring the folders too, but no server in them.
 */
export function findSystemPostgres(parent = '/usr/lib/postgresql') {
  const versions = fs.existsSync(parent) ? fs.readdirSync(parent).map(Number) : []
  const major = versions
    .filter((version) => version >= oldestServer)
    .sort((one, other) => other - one)
    .find((version) => fs.existsSync(path.join(parent, String(version), 'bin', 'postgres')))
  return major && path.join(parent, String(major), 'bin')
}
