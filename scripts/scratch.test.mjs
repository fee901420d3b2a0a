import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let parent
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-parent-'))
})
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }))

const module = path.join(import.meta.dirname, 'scratch.mjs')

/** What a process of its own says that asks for a folder. */
function run(needed = { room: 0, memory: 0 }, env = {}) {
  const script = `
    import fs from 'node:fs'
    import os from 'node:os'
    import { takeScratch } from ${JSON.stringify(module)}
    const folder = takeScratch(${JSON.stringify(parent)}, ${JSON.stringify(needed)})
    const mode = folder && (fs.statSync(folder).mode & 0o777).toString(8)
    console.log(JSON.stringify({ folder, mode, temporary: os.tmpdir(), there: fs.readdirSync(${JSON.stringify(parent)}) }))
  `
  const { TESTS_TMPDIR: _, ...own } = process.env
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...own, TMPDIR: '/tmp', ...env },
  })
  return JSON.parse(said.toString())
}

it('a run puts temporary files into its own folder, which others may enter and which is removed at its end', () => {
  const { folder, mode, temporary, there } = run()
  expect(path.dirname(folder)).toBe(parent)
  expect(temporary).toBe(folder)
  expect(mode).toBe('755')
  expect(there).toEqual([path.basename(folder)])
  expect(fs.readdirSync(parent)).toEqual([])
})

it('files of a killed run are removed by the next one; those of an active run stay', () => {
  const { pid: gone } = spawnSync(process.execPath, ['-e', ''])
  for (const pid of [gone, process.pid]) fs.mkdirSync(path.join(parent, `copydesk-scratch-${pid}`))
  fs.mkdirSync(path.join(parent, 'of-somebody-else'))
  run()
  expect(fs.readdirSync(parent).toSorted()).toEqual([`copydesk-scratch-${process.pid}`, 'of-somebody-else'])
})

it('without space, without memory, or within a run that has a folder, nothing changes', () => {
  const unlimited = Number.MAX_SAFE_INTEGER
  for (const said of [
    run({ room: unlimited, memory: 0 }),
    run({ room: 0, memory: unlimited }),
    run({ room: 0, memory: 0 }, { TESTS_TMPDIR: '/somewhere' }),
  ])
    expect(said).toEqual({ temporary: '/tmp', there: [] })
})
