import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-installation-'))
  for (const name of ['installation.mjs', 'problem.mjs', 'setup-lock.mjs']) {
    fs.mkdirSync(path.join(folder, 'scripts'), { recursive: true })
    fs.copyFileSync(path.join(import.meta.dirname, name), path.join(folder, 'scripts', name))
  }
  writeJson('package-lock.json', { packages: { '': {}, 'node_modules/one': { version: '1.0.0' } } })
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

function writeJson(name, content) {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify(content))
}

/** Runs it in a checkout of its own, where installing is impossible: npm is not to be found. */
function ensure(env = {}) {
  const code =
    "const i = await import('./scripts/installation.mjs'); await i.ensureInstalled('run'); console.log(i.findPinnedNode())"
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: { PATH: '/nowhere', ...env } }
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], options).trim()
}

describe('an installation', () => {
  it('that matches the lock is left alone, and a changed lock requires another', () => {
    const packages = { 'node_modules/one': { version: '1.0.0' } }
    writeJson('node_modules/.package-lock.json', { packages })
    ensure()
    const stamp = path.join(folder, 'node_modules', '.copydesk-installed')
    expect(JSON.parse(fs.readFileSync(stamp, 'utf8'))).toMatchObject({ flavour: 'develop' })
    writeJson('package-lock.json', { packages: { '': {}, 'node_modules/one': { version: '2.0.0' } } })
    expect(() => ensure()).toThrow('npm ci failed')
  })

  it('keeps installed development tools, and installs none otherwise', () => {
    fs.writeFileSync(path.join(folder, 'npm'), '#!/bin/sh\nprintf "%s" "$*" > asked\nexit 1\n', {
      mode: 0o755,
    })
    const asked = () => fs.readFileSync(path.join(folder, 'asked'), 'utf8')
    expect(() => ensure({ PATH: folder })).toThrow('npm ci failed')
    expect(asked()).toMatch(/^ci --omit=dev /)
    writeJson('node_modules/.package-lock.json', {
      packages: {
        'node_modules/one': { version: '0.9.0' },
        'node_modules/tool': { version: '1.0.0', dev: true },
      },
    })
    expect(() => ensure({ PATH: folder })).toThrow('npm ci failed')
    expect(asked()).toMatch(/^ci --include=dev /)
  })

  it('in a container image is complete as it is, on the Node of the image', () => {
    expect(() => ensure()).toThrow('npm ci failed')
    expect(ensure({ COPYDESK_INSTALLED: 'image' })).toBe(process.execPath)
  })
})
