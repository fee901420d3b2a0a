import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findPinnedNode, root } from './installation.mjs'

/**
 * Runs the server on the pinned Node until it ends, and answers its exit code. The server has a process
 * group of its own, so that Ctrl-C, which the terminal sends to a whole group, reaches it once: through us.
 * While `build`, a promise, is under way, the server waits for the web app before it listens.
 */
export function runServer({ nodeArgs = [], args, env = {}, build }) {
  const followParent = new URL('follow-parent.mjs', import.meta.url).href
  const main = path.join(root, 'src', 'server', 'main.ts')
  const child = spawn(findPinnedNode(), ['--import', followParent, ...nodeArgs, main, ...args], {
    cwd: root,
    env: { ...process.env, ...env, ...(build && { COPYDESK_WEB: 'building' }) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  build?.then(
    () => child.connected && child.send('web built'),
    () => child.kill('SIGTERM'),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    let isForwarded = false
    process.on(signal, () => {
      if (!isForwarded) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      isForwarded = true
    })
  }
  const watch = watchStarter(() => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0))
    })
  })
}

/** A killed npm sends no signal, so this watches whether it still runs. */
function watchStarter(stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const starters = listStarters()
  return setInterval(() => listStarters() !== starters && stop(), 200)
}

/** Our parent, and where npm runs us through a shell that outlives it, the shell's parent. */
function listStarters() {
  try {
    const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    const [, program, grandparent] = /\((.*)\) \w (\d+)/.exec(stat) ?? []
    return /^(ba|da|a|z)?sh$/.test(program) ? `${process.ppid} ${grandparent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}
