// npm start: installs missing packages, builds the web app if stale, runs the server.
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
const { ensureWebBuilt } = await import('./web-build.mjs')
const { runServer } = await import('./server-process.mjs')

await runScript(async () => {
  await ensureInstalled('run')
  await ensureWebBuilt()
  return runServer({ args: process.argv.slice(2) })
})
