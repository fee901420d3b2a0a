// The commands that run tests, for npm test and npm run test:orders.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { findPinnedNode, root } from './installation.mjs'

const tool = (file) => path.join(root, 'node_modules', file)

/** @typedef {[command: string, args: string[]]} Command */

/** @returns {Command} */
export const node = (...args) => [findPinnedNode(), args]
export const script = (file) => node(path.join(root, 'scripts', file))
export const vitest = (...args) => node(tool('vitest/vitest.mjs'), 'run', ...args)
export const playwright = (...args) => node(tool('@playwright/test/cli.js'), 'test', ...args)

/** Server tests wait for databases, web tests compute: side by side, they leave no core idle. */
export const unitTests = () => [
  vitest('--project', 'server*'),
  vitest('--project', 'web*', '--maxWorkers', '2'),
]

/**
 * Runs commands side by side. The first one's output is shown at once, that of the others when they end.
 * @param {Command[]} commands
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} an exit code, 0 if all of them passed
 */
export async function runAll(commands, env) {
  const codes = await Promise.all(commands.map((command, place) => run(command, env, place > 0)))
  return codes.find((code) => code !== 0) ?? 0
}

/** @returns {Promise<number>} the exit code */
function run([command, args], env, isHeld) {
  return new Promise((resolve) => {
    const stdio = isHeld ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, env })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(text))
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      resolve(code ?? 1)
    })
  })
}
