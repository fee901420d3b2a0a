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
 * Runs commands side by side. The first one's output is shown at once, that of the others when all have ended: what failed
 * comes last, where a reader looks for it.
 * @param {Command[]} commands
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} an exit code, 0 if all of them passed
 */
export async function runAll(commands, env) {
  const [first, ...others] = await Promise.all(commands.map((command, place) => run(command, env, place > 0)))
  for (const { code, said } of others.toSorted((one, other) => one.code - other.code)) {
    const isBuried = code === 0 && first.code !== 0
    process.stdout.write(isBuried ? 'What ran beside it passed.\n' : said)
  }
  return [first, ...others].find(({ code }) => code !== 0)?.code ?? 0
}

/** @returns {Promise<{ code: number, said: Buffer }>} the exit code, and the output that is still to be shown */
function run([command, args], env, isHeld) {
  return new Promise((resolve) => {
    const stdio = isHeld ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, env })
    const said = []
    const end = (code, reason) => {
      if (reason && isHeld) said.push(Buffer.from(`${reason}\n`))
      else if (reason) console.error(reason)
      resolve({ code, said: Buffer.concat(said) })
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(text))
    child.once('error', (error) => end(1, error.message))
    child.once('close', (code, signal) =>
      code === null
        ? end(1, `${path.basename(args[0] ?? command)} ${args.slice(1).join(' ')} was ended by ${signal}.`)
        : end(code),
    )
  })
}
