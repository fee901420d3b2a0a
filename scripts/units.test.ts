import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '#server/settings/settings.ts'

const ROOT = path.join(import.meta.dirname, '..')
const UNITS = ['copydesk.service', 'copydesk-backup.service', 'copydesk-backup.timer']
const textOf = (unit: string) => fs.readFileSync(path.join(ROOT, 'docs', unit), 'utf8')

test('the units start existing files, with settings valid in production, and in a writable folder', () => {
  for (const unit of UNITS.filter((name) => name.endsWith('.service'))) {
    const text = textOf(unit)
    const [, node = '', script = ''] = /^ExecStart=\/opt\/copydesk\/(\S+) (\S+)/m.exec(text) ?? []
    for (const file of [node, script]) expect(fs.existsSync(path.join(ROOT, file)), file).toBe(true)
    const [, given = ''] = /^Environment=(.*)$/m.exec(text) ?? []
    const environment = Object.fromEntries(given.split(' ').map((each) => each.split('=')))
    const settings = readSettings({ ...environment, PUBLIC_URL: 'https://desk.example.com' })
    expect([settings.isProduction, settings.dataDir]).toEqual([true, '/var/lib/copydesk'])
    expect(text).toMatch(/^StateDirectory=copydesk$/m)
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasSystemd)('systemd finds nothing wrong with them', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-units-'))
  for (const unit of UNITS)
    fs.writeFileSync(path.join(folder, unit), textOf(unit).replaceAll('/opt/copydesk', ROOT))
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...UNITS.map((unit) => path.join(folder, unit))],
    {
      encoding: 'utf8',
    },
  )
  fs.rmSync(folder, { recursive: true })
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
})
