import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LOADING } from './testing/run-script.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-loading-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function put(name: string, content: string | object) {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const start = () =>
  spawnSync(process.execPath, [...LOADING, path.join(folder, 'main.ts')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
  })

it('each file is read by the rules of its own package, for any importing package', () => {
  put('package.json', { type: 'module' })
  for (const [name, entry] of [
    ['twofold', './new/main.js'],
    ['old', './main.js'],
  ] as const)
    put(`node_modules/${name}/package.json`, { exports: { import: entry, require: './old/main.js' } })
  put('node_modules/twofold/new/package.json', { type: 'module' })
  put(
    'node_modules/twofold/new/main.js',
    "import { a } from './a.js'\nexport { b } from './b.js'\nexport { a }",
  )
  put('node_modules/twofold/new/a.js', "export const a = 'new a'")
  put('node_modules/twofold/new/b.js', "import old from '../old/b.js'\nexport const b = 'new b, ' + old")
  put('node_modules/twofold/old/main.js', "exports.a = 'old a'")
  put('node_modules/twofold/old/b.js', "module.exports = require('./main.js').a")
  put('node_modules/old/main.js', "module.exports = { all: Object.values(require('twofold')).join() }")
  put('near.ts', "import { a } from 'twofold'\nexport const near: string = a")
  put(
    'main.ts',
    `import old from 'old'
     import { a, b } from 'twofold'
     import { createRequire } from 'node:module'
     import { near } from './near.ts'
     const said: string[] = [a, b, near, old.all, createRequire(import.meta.url)('twofold').a]
     console.log(said.join('; '))`,
  )
  expect(start()).toMatchObject({
    stdout: 'new a; new b, old a; new a; old a; old a\n',
    stderr: '',
    status: 0,
  })
})

it('the failure names the missing file, and the one that imports it', () => {
  put('package.json', { type: 'module' })
  put('here.ts', 'export const here = 1')
  put('main.ts', "import './here.ts'\nimport './gone.ts'")
  const { status, stderr } = start()
  expect(status).toBe(1)
  expect(stderr).toContain(path.join(folder, 'gone.ts'))
  expect(stderr).toContain(`imported from ${path.join(folder, 'main.ts')}`)
})
