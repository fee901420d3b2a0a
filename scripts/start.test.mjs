import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('npm start prints its options and ends, without installing or building anything', () => {
  const script = new URL('start.mjs', import.meta.url).pathname
  for (const word of ['--help', '-h']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, word], {
      // Neither npm nor git is found: whatever it began would fail.
      env: { PATH: '' },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    for (const option of ['--empty', '--port NUMBER', '--host ADDRESS']) expect(stdout).toContain(option)
  }
})
