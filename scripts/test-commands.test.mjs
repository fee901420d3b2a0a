import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const MODULE = path.join(import.meta.dirname, 'test-commands.mjs')

/** What commands that run these scripts side by side print, and the exit code of all. */
function runSideBySide(...scripts) {
  const commands = scripts.map((script) => [process.execPath, ['-e', script]])
  const program = `
    import { runAll } from ${JSON.stringify(MODULE)}
    process.exitCode = await runAll(${JSON.stringify(commands)}, process.env)`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return { lines: stdout.split('\n').filter(Boolean), stderr, status }
}

const say = (word, code = 0) => `console.log('${word}'); process.exitCode = ${code}`

test('of commands that run side by side, the output of one that failed comes last', () => {
  const slow = `setTimeout(() => console.log('slow'), 300)`
  expect(runSideBySide(slow, say('failed', 3), say('passed'))).toEqual({
    lines: ['slow', 'passed', 'failed'],
    stderr: '',
    status: 3,
  })
})

test('the output of a command that passed does not hide that the first one failed', () => {
  expect(runSideBySide(say('failed', 1), say('passed'))).toEqual({
    lines: ['failed', 'What ran beside it passed.'],
    stderr: '',
    status: 1,
  })
})

test('a command that was killed is named with its signal', () => {
  const killed = `process.kill(process.pid, 'SIGKILL')`
  const { lines, status } = runSideBySide(say('passed'), killed)
  expect(lines).toEqual(['passed', expect.stringMatching(/^-e .* was ended by SIGKILL\.$/)])
  expect(status).toBe(1)
})
