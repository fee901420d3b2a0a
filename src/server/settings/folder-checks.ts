import { accessSync, constants, statSync } from 'node:fs'
import { fileReason } from '../db/errors/failure-text.ts'
import { makeFolder } from '../files/make-folder.ts'
import { SettingsError } from './settings-group.ts'

function refuse(name: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'no folder can be created there' : (fileReason(error) ?? String(error))
    throw new SettingsError(`${name} is not usable: ${why}.`)
  }
}

/**
 * Refuses unusable folders before anything is created in them. The backup folder is created with the first
 * backup.
 */
export function refuseUnusableFolders({ dataDir, backupDir }: { dataDir: string; backupDir: string }): void {
  refuse(`DATA_DIR=${dataDir}`, () => {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
  })
  const backups = statSync(backupDir, { throwIfNoEntry: false })
  if (backups && !backups.isDirectory())
    throw new SettingsError(`BACKUP_DIR=${backupDir} is not usable: it is a file. Name a folder.`)
}
