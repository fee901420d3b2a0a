// npm run screenshots: the pictures of README and guide, made from the running product with its sample workspace.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startDesk } from '../e2e/desk.ts'
import { findChromium } from './chromium.mjs'

const DOCS = join(import.meta.dirname, '../docs/pictures')
/** A reader on a slow connection waits for every one of them. */
const MOST_BYTES = 150_000
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-pictures-'))
const desk = await startDesk({ dataDir, env: { COMMIT: '0000000' } })
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})

/** Pictures below the fold load when the page scrolls there. */
const picturesInView = (page: Page) =>
  page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0),
  )

async function shoot(page: Page, name: string, part?: Locator) {
  await picturesInView(page)
  // Animations that follow the scroll position never end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, timeline }) => playState !== 'running' || timeline !== document.timeline),
  )
  const taken = await (part ?? page).screenshot()
  const path = join(DOCS, `${name}.png`)
  const { size } = await sharp(taken).png({ palette: true, colours: 128, effort: 10 }).toFile(path)
  if (size > MOST_BYTES) throw new Error(`${name}.png has ${size} bytes, more than ${MOST_BYTES}.`)
}

/** A page of that person's own, closed at the end. */
async function as(person: string, take: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: desk.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(person) }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Copydesk' }).waitFor()
  await take(page)
  await context.close()
}

async function takeReview(page: Page) {
  await page.getByRole('link', { name: /pending articles/ }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).first().click()
  await page.getByRole('button', { name: 'Pin the menu' }).click()
  await page.locator('img[src^="/images/"]').first().waitFor()
  await shoot(page, 'pending')
  await page.getByRole('button', { name: 'Unpin the menu' }).click()
  await page.keyboard.press('Escape')
  // The first that waits has come back after a return.
  await page.locator('.pending-row h2 a').first().click()
  await page.locator('.page-article ins').first().waitFor()
  await page.locator('.page-product-picture img').first().waitFor()
  await shoot(page, 'article')
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByRole('list', { name: 'Quick reasons' }).getByRole('button').nth(2).click()
  await shoot(page, 'return', page.locator('.page-bar'))
}

async function takeKeywords(page: Page) {
  await page.goto('/keywords?tracked=true&articleStatus[]=published')
  await page.getByRole('button', { name: 'Show details' }).nth(2).click()
  await page.locator('.month-grid').waitFor()
  await shoot(page, 'keywords')
  await page.goto('/content-tracker')
  await page
    .getByRole('button', { name: /Out of stock/ })
    .first()
    .click()
  await page.locator('tbody tr').first().getByText('Out of stock').waitFor()
  await page.getByRole('button', { name: 'Show details' }).first().click()
  await page.getByRole('tab', { name: 'Earnings history' }).click()
  await page.locator('.expanded-row svg').first().waitFor()
  await shoot(page, 'tracker')
}

async function takeRequest(page: Page) {
  await page.getByRole('button', { name: 'Request update' }).first().waitFor()
  await shoot(page, 'lost-day')
  await page
    .getByRole('button', { name: /^Request an article for / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New Article' })
  await dialog.getByLabel('Find a product').fill('hiking boots')
  await page.getByRole('option').filter({ hasText: 'In Stock' }).first().click()
  await dialog.getByLabel('Award of product 1').fill('Best Overall')
  // Preflight answers a moment after the last key.
  await dialog.getByText('Product 1 has no summary').first().waitFor()
  await shoot(page, 'new-article', page.locator('.ant-modal-container, .ant-modal-content').first())
  await page.goto('/articles/pending')
  await page.locator('.pending-row h2 a').first().click()
  await page.getByLabel('Answer (optional)').waitFor()
  await page.locator('.page-product-picture img').first().waitFor()
  await shoot(page, 'answer')
  await page.goto('/reports/oos?group=product')
  await page
    .getByRole('button', { name: /^Replace / })
    .first()
    .click()
  await page.getByRole('radio').and(page.locator('aside input')).first().check()
  await page.getByText('What will change').waitFor()
  await shoot(page, 'replace')
}

async function takeWriter(page: Page) {
  await shoot(page, 'tools')
  await page.goto('/keyword-research?keyword=robot+vacuum')
  await page.getByRole('row', { name: /^quiet robot vacuum/ }).waitFor()
  await shoot(page, 'research')
  await page.goto('/profile?tab=api')
  await page.getByRole('button', { name: 'Connect an assistant' }).click()
  await page.getByRole('dialog').getByRole('button').last().waitFor()
  await shoot(page, 'connect-assistant', page.locator('.ant-modal-container, .ant-modal-content').first())
}

async function takeAdministration(page: Page) {
  await page.goto('/users?query=amara')
  await page.getByRole('button', { name: 'Edit Amara Nwosu' }).click()
  await page.getByRole('dialog', { name: 'Edit User' }).waitFor()
  await shoot(page, 'edit-user')
  await page.goto('/users/sign-in-rules')
  await page.locator('input[type=radio]').first().waitFor({ state: 'attached' })
  await shoot(page, 'sign-in-rules')
  await page.goto('/user-access')
  await page.getByLabel('Account email').fill('wen.castellane@copydesk.example')
  await page.getByLabel('Manager email').fill('marcus.thiele@copydesk.example')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: /^Revoke all/ }).click()
  await page.getByRole('dialog').getByText('Will be closed').first().waitFor()
  await shoot(page, 'revoke')
  await page.goto('/user-access')
  await page.getByRole('button', { name: 'Start a review' }).click()
  await page.getByRole('button', { name: /^Keep \d+ used within/ }).waitFor()
  await shoot(page, 'access-review')
}

async function takeEngineering(page: Page) {
  await page.goto('/feature-flag')
  await page.getByRole('button', { name: 'Edit SELF_APPROVAL' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await shoot(page, 'feature-flag')
  await page.goto('/scan')
  await page.getByRole('button', { name: 'Start Scan' }).click()
  await page.getByText(/(?<!\d)(\d+) of \1 checks? run/).waitFor()
  await shoot(page, 'scan')
  await page.goto('/event-hooks/new')
  await page.getByRole('checkbox').nth(1).check({ force: true })
  await page.getByRole('complementary', { name: 'What is sent' }).waitFor()
  await shoot(page, 'event-hook')
  await page.goto('/db-query')
  await page.getByText('Saved', { exact: true }).click()
  await page.getByRole('link', { name: 'How long articles wait for QA' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByRole('region', { name: 'Rows' }).waitFor()
  await shoot(page, 'db-query')
}

try {
  await as('Dana Okafor', takeReview)
  await as('Dana Okafor', takeKeywords)
  await as('Marcus Thiele', takeRequest)
  await as('Priya Raman', takeWriter)
  await as('Ines Aldana', takeAdministration)
  await as('Jonas Lindqvist', takeEngineering)
} finally {
  await browser.close()
  await desk.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
