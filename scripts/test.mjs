// npm test: installs what is missing, then proves everything, in the order in which it fails fastest.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, findPinnedNode, root } from './installation.mjs'
import { runScript } from './problem.mjs'

const tool = (file) => path.join(root, 'node_modules', file)
const script = (file) => path.join(root, 'scripts', file)

await runScript(async () => {
  await ensureInstalled('develop')
  const chromium = ensureChromium()
  const steps = [
    ['static checks', 'npm', ['run', '--silent', 'check']],
    ['unit, HTTP and web tests', findPinnedNode(), [tool('vitest/vitest.mjs'), 'run']],
    ['web build', findPinnedNode(), [script('build.mjs')]],
    ['browser tests', findPinnedNode(), [tool('@playwright/test/cli.js'), 'test']],
  ]
  for (const step of steps) {
    const code = runStep(step, { ...process.env, CHROMIUM_PATH: chromium })
    if (code !== 0) return code
  }
  return 0
})

function runStep([title, command, args], env) {
  const began = Date.now()
  console.log(`\n── ${title}`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (error) console.error(error.message)
  const code = status ?? 1
  console.log(
    `── ${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  )
  return code
}
