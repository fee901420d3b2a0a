// npm run screenshots: the README's pictures, made from the running product with its sample workspace.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startDesk } from '../e2e/desk.ts'

const DOCS = join(import.meta.dirname, '../docs/pictures')
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-pictures-'))
const desk = await startDesk({ dataDir, env: { COMMIT: '0000000' } })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
/** Pictures below the fold load when somebody scrolls there. */
const picturesInView = () =>
  page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0),
  )

await page.goto(desk.url)
await page.getByRole('button', { name: /Dana Okafor/ }).click()
await page.getByRole('link', { name: /pending articles/ }).click()
await page.getByRole('button', { name: 'Menu', exact: true }).first().click()
await page.getByRole('button', { name: 'Pin the menu' }).click()
await page.locator('img[src^="/images/"]').first().waitFor()
await picturesInView()
await page.screenshot({ path: join(DOCS, 'pending.png') })

await page.getByRole('button', { name: 'Unpin the menu' }).click()
await page.keyboard.press('Escape')
// The first that waits has come back after a return.
await page.locator('.pending-row h2 a').first().click()
await page.locator('.page-article ins').first().waitFor()
await page.locator('.page-product-picture img').first().waitFor()
await picturesInView()
await page.screenshot({ path: join(DOCS, 'article.png') })

await page.goto(`${desk.url}/keywords?tracked=true&articleStatus[]=published`)
await page.getByRole('button', { name: 'Show details' }).nth(2).click()
await page.locator('.month-grid').waitFor()
await picturesInView()
await page.screenshot({ path: join(DOCS, 'keywords.png') })

await page.goto(`${desk.url}/content-tracker`)
await page
  .getByRole('button', { name: /Out of stock/ })
  .first()
  .click()
await page.locator('tbody tr').first().getByText('Out of stock').waitFor()
await page.getByRole('button', { name: 'Show details' }).first().click()
await page.getByRole('tab', { name: 'Earnings history' }).click()
await page.locator('.expanded-row svg').first().waitFor()
await picturesInView()
await page.screenshot({ path: join(DOCS, 'tracker.png') })
await browser.close()
await desk.stop()
rmSync(dataDir, { recursive: true, force: true })
