import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseUnusableFolders } from './folder-checks.ts'
import { SettingsError } from './settings.ts'

test('a folder that cannot be used is refused by its setting, also where the system would keep Node trying', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-folders-'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const usable = { dataDir: join(folder, 'a', 'b'), backupDir: join(folder, 'backups') }
  refuseUnusableFolders(usable)
  const refused = (folders: object) => () => refuseUnusableFolders({ ...usable, ...folders })
  expect(refused({ dataDir: join(file, 'data') })).toThrow(
    new SettingsError(`DATA_DIR=${file}/data is not usable: part of its path is a file (ENOTDIR).`),
  )
  expect(refused({ backupDir: file })).toThrow(
    new SettingsError(`BACKUP_DIR=${file} is not usable: it is a file. Name a folder.`),
  )
  if (process.platform === 'linux')
    expect(refused({ dataDir: '/proc/copydesk/data' })).toThrow(
      new SettingsError('DATA_DIR=/proc/copydesk/data is not usable: no folder can be created there.'),
    )
  rmSync(folder, { recursive: true })
})
