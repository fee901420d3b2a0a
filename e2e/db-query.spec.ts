import type { Locator } from '@playwright/test'
import { expect, expectAccessible, expectFits, test } from './fixtures.ts'

test('a query is typed, corrected where PostgreSQL points, run, and exported [DBQ-002] [DBQ-003] [DBQ-004] [DBQ-008]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  await signIn('eng')
  await page.goto('/db-query')
  await expect(page.getByRole('heading', { level: 1, name: 'Database Interface' })).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Query' })
  await box.click()
  await page.keyboard.type('select code, cod from sites order by co')
  const offers = page.locator('.cm-tooltip-autocomplete')
  // A column of the queried table is offered before any SQL keyword.
  await expect(offers.locator('.cm-completionLabel').first()).toHaveText('code')
  await page.keyboard.press('Control+Enter')
  const refusal = page.getByRole('alert').filter({ hasText: 'column "cod" does not exist' })
  await expect(refusal).toBeVisible()
  await expect(page.locator('.cm-lintRange-error')).toHaveText('cod')
  await expect(offers).toHaveCount(0)
  await expectAccessible(page)

  await box.press('Control+a')
  await page.keyboard.type('select code, display_name from sites order by code')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Execute' }).click()
  const rows = page.getByRole('region', { name: 'Rows' })
  await expect(rows.getByRole('columnheader', { name: 'display_name' })).toBeVisible()
  await expect(refusal).toHaveCount(0)
  for (const width of [1440, 1280, 390]) await expectFits(page, width)
  await page.setViewportSize({ width: 1440, height: 900 })
  const widthOf = async (what: Locator) => (await what.boundingBox())?.width ?? 0
  // Two short columns are as wide as their content.
  expect(await widthOf(rows.getByRole('table'))).toBeLessThan((await widthOf(rows)) / 2)
  for (const [name, wider] of [
    ['Width of code', 'th:has-text("code")'],
    ['Width of the side panel', '.console-aside'],
  ] as const) {
    const handle = page.getByRole('separator', { name })
    const box = page.locator(wider).first()
    const { x = 0, y = 0, width = 0, height = 0 } = (await handle.boundingBox()) ?? {}
    const before = (await box.boundingBox())?.width ?? 0
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 60, y + height / 2)
    await page.mouse.up()
    // The dragged width is in whole pixels, unlike the automatic one.
    const grown = ((await box.boundingBox())?.width ?? 0) - before
    expect([name, Math.round(grown)]).toEqual([name, 60])
  }

  await page.getByRole('button', { name: 'Export Report' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Report as CSV' })
  await dialog.getByRole('button', { name: 'Start' }).click()
  const begun = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Download report-/ }).click()
  const file = await (await begun).createReadStream()
  const text = Buffer.concat(await file.toArray()).toString()
  expect(text.split('\n')[0]).toBe('\ufeffcode,display_name')
})
