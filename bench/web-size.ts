import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { createApp } from '../src/server/app.ts'
import { readSettings } from '../src/server/settings/settings.ts'
import { openBenchDatabase } from './database.ts'
import { report } from './report.ts'

const KILO = 1000
const ASSETS = join(import.meta.dirname, '../dist/web/assets')
const kilobytes = (bytes: number) => (bytes / KILO).toFixed(1)

const sizes = new Map(
  readdirSync(ASSETS)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => [name, brotliCompressSync(readFileSync(join(ASSETS, name))).length]),
)

/**
 * The scripts and stylesheets that a signed-out visitor's browser requests, from the first byte until the
 * page is idle.
 */
async function scriptsOfSignIn(address: string): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    const name = request.url().split('/').at(-1) ?? ''
    if (sizes.has(name)) asked.push(name)
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await browser.close()
  return asked
}

const database = await openBenchDatabase()
const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: database.dataDir })
const app = await createApp({ settings, database })
const asked = await scriptsOfSignIn(await app.listen({ host: '127.0.0.1', port: 0 }))
await app.server.close()
await database.close()

const signIn = asked.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
const largest = [...sizes].sort(([, a], [, b]) => b - a)
const [largestName = '', largestSize = 0] = largest[0] ?? []
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

report('web-size', {
  title: 'Scripts and stylesheets that the browser loads, brotli',
  goal: 'sign-in page ≤ 145 kB in all, no chunk over 150 kB',
  head: ['what', 'kB', 'goal'],
  rows: [
    [`sign-in page, ${asked.length} files`, kilobytes(signIn), verdict(signIn <= 145 * KILO)],
    [
      `largest chunk (${largestName.replace(/-[\w-]{8}\.(js|css)$/, '')})`,
      kilobytes(largestSize),
      verdict(largestSize <= 150 * KILO),
    ],
    ...largest
      .slice(1, 8)
      .map(([name, size]) => [name.replace(/-[\w-]{8}\.(js|css)$/, ''), kilobytes(size), '']),
  ],
  notes: [`${sizes.size} chunks in all.`],
})
