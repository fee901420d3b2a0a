// npm run bench:short: the short forms of all benches; -- --today: those of this weekday; -- NAME …: single ones. Fails
// when a bench fails. The results go to a temporary folder.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { findPinnedNode, root } from './installation.mjs'
import { childrenSeconds } from './machine-speed.mjs'
import { Problem, runScript } from './problem.mjs'
import { takeScratch } from './scratch.mjs'
import { formsFor } from './short-bench-forms.mjs'
import { script } from './test-commands.mjs'

/** A form that takes longer hangs. */
const MOST_MS = 600_000
/** Characters of a failed bench's output that are shown. */
const OUTPUT = 3000

await runScript(() => {
  const { values, positionals } = parseArgs({
    options: { today: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const forms = formsFor(values.today ? new Date() : undefined).filter(
    ({ file }) => positionals.length === 0 || positionals.some((name) => file === `${name}.ts`),
  )
  if (forms.length === 0) throw new Problem('There is no such bench.')
  if (
    forms.some(({ needsBuild }) => needsBuild) &&
    spawnSync(...script('build.mjs'), { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0
  )
    throw new Problem('npm run build failed.')
  takeScratch()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-benches-'))
  try {
    const faults = forms.flatMap((form) => runShort(form, folder))
    for (const fault of faults) console.error(fault)
    return faults.length > 0 ? 1 : 0
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

/** Runs a bench; returns what is wrong with it. */
function runShort({ file, args = [], env = {}, needsBuild }, folder) {
  const results = path.join(folder, file)
  const [began, before] = [performance.now(), childrenSeconds()]
  const { status, signal, stdout, stderr } = spawnSync(
    findPinnedNode(),
    [path.join(root, 'bench', file), ...args],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      timeout: MOST_MS,
      env: {
        ...process.env,
        ...env,
        ...(needsBuild ? { CHROMIUM_PATH: ensureChromium() } : {}),
        BENCH_RESULTS: results,
        // The data that several benches share is made once.
        TMPDIR: folder,
      },
    },
  )
  const seconds = (performance.now() - began) / 1000
  const processor = childrenSeconds() - before
  const texts = fs.existsSync(results)
    ? fs.readdirSync(results).map((name) => fs.readFileSync(path.join(results, name), 'utf8'))
    : []
  const unit = /unit ([\d.]+) ms/.exec(texts[0] ?? '')?.[1] ?? '?'
  console.log(
    `${file.padEnd(25)} ${seconds.toFixed(1).padStart(6)} s, processor ${processor.toFixed(1).padStart(5)} s, unit ${unit} ms`,
  )
  if (status !== 0 || texts.length === 0)
    return [`${file} ended with ${signal ?? status}:\n${stdout.slice(-OUTPUT)}\n${stderr.slice(-OUTPUT)}`]
  return []
}
