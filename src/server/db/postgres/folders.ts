import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeFolder } from '../../files/make-folder.ts'
import { ownerOf, type ServerAccount } from './account.ts'
import { DatabaseStartError } from './start-error.ts'

const socketPrefix = 'copydesk-'

/** Makes the data folder, and proves that it can be written and that its database is ours to run. */
export function prepareDataFolder(dataDir: string, clusterDir: string): void {
  try {
    makeFolder(dataDir)
    fs.rmdirSync(fs.mkdtempSync(path.join(dataDir, '.write-test-')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new DatabaseStartError(
      `The data folder ${dataDir} is not writable (${code}). Make it writable for this user, or choose another with DATA_DIR.`,
    )
  }
  const owner = ownerOf(clusterDir)
  const self = process.getuid?.()
  if (owner && self !== 0 && owner.uid !== self) {
    throw new DatabaseStartError(
      `The database in ${clusterDir} belongs to another user (uid ${owner.uid}). Start as that user or as root, or choose another data folder with DATA_DIR.`,
    )
  }
}

/** What a server calls its own data folder, which is its working folder. */
const OWN_FOLDER = '.'
/** A socket's path has 107 bytes at most, on some systems 103. */
const LONGEST_SOCKET = 103
const SOCKET = /^\.s\.PGSQL\.\d+(\.lock)?$/

/**
 * Folder of the server's socket, for the server and its clients. It is next to the data, where every process
 * that knows the data finds it, and only its owner may enter, because the socket requires no password. If
 * that path is too long for a socket, it is a private temporary folder, which a service may have to itself.
 */
export function placeSocket({ directory, account }: { directory: string; account?: ServerAccount }) {
  if (Buffer.byteLength(path.join(directory, '.s.PGSQL.65535')) <= LONGEST_SOCKET)
    return { asServer: OWN_FOLDER, asClient: directory }
  const folder = socketFolder(account)
  return { asServer: folder, asClient: folder }
}

/** Deletes the socket files of a killed server, because its pid may belong to another program by now. */
export function removeSocket(folder: string, directory: string): void {
  removeSocketFolder(folder)
  if (folder !== directory) return
  for (const name of fs.readdirSync(directory)) {
    if (SOCKET.test(name)) fs.rmSync(path.join(directory, name), { force: true })
  }
}

/** A private folder for a server's socket, accessible only to its owner. */
export function socketFolder(account?: ServerAccount): string {
  const folder = fs.mkdtempSync(path.join(fs.existsSync('/tmp') ? '/tmp' : os.tmpdir(), socketPrefix))
  if (account) fs.chownSync(folder, account.uid, account.gid)
  return folder
}

/** Removes such a folder, and no other, once its server has ended. */
export function removeSocketFolder(folder: string): void {
  if (path.basename(folder).startsWith(socketPrefix)) fs.rmSync(folder, { recursive: true, force: true })
}

/** Deletes the remains of a killed first start next to the cluster. */
export function removeStaleDrafts(clusterDir: string): void {
  const parent = path.dirname(clusterDir)
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(clusterDir)}.new-`)) continue
    const draft = path.join(parent, name)
    // A younger one may belong to another first start that has not ended.
    const age = Date.now() - fs.statSync(draft).mtimeMs
    if (age > 600_000) fs.rmSync(draft, { recursive: true, force: true })
  }
}
