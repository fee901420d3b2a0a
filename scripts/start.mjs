// npm start: installs what is missing, builds the web app if stale, runs the server.
const oldestNode = 20

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(`Copydesk needs Node ${oldestNode} or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
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
