// npm start: installs missing packages, runs the server, and builds the web app beside its start if stale.
const oldestNode = 20

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(`Copydesk needs Node ${oldestNode} or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
  console.log(`npm start -- [OPTIONS]

  --empty          without the sample workspace; prints a link for the first administrator
  --port NUMBER    another port than 3000 or the variable PORT
  --host ADDRESS   another address than 127.0.0.1 or the variable HOST; 0.0.0.0 is reached from outside
  --help           this

Settings are environment variables: docs/operating/settings.md lists them.`)
  process.exit(0)
}

const { runScript } = await import('./problem.mjs')
const { ensureInstalled } = await import('./installation.mjs')
const { buildWebOnce, isWebBuilt } = await import('./web-build.mjs')
const { runServer } = await import('./server-process.mjs')

await runScript(async () => {
  await ensureInstalled('run')
  const args = process.argv.slice(2)
  if (isWebBuilt()) return runServer({ args })
  // The server creates and fills its database meanwhile, and listens when both are done.
  const ending = new AbortController()
  const build = buildWebOnce(ending.signal)
  let reason
  build.catch((error) => {
    reason ??= error
  })
  const code = await runServer({ args, build })
  // Stop the build with the server. If the server stopped because the build failed, report that failure.
  const problem = reason
  ending.abort()
  await build.catch(() => {})
  if (problem) throw problem
  return code
})
