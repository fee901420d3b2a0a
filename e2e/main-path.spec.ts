import { button, dialogOf, notice } from './article-steps.ts'
import { expect, test } from './fixtures.ts'

/** A red square, as a user would upload it. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
)

/** Each theme at one of the widths: the layout is the same in both themes. */
for (const { width, colorScheme, tag } of [
  { width: 1440, colorScheme: 'light', tag: ['@first'] },
  { width: 390, colorScheme: 'dark', tag: [] },
] as const) {
  test(`from sign-in to an approved article in the history, ${width} px, ${colorScheme}`, {
    tag: [...tag],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const keyword = `left-handed garden shears ${width} ${colorScheme}`
    const title = `The best ${keyword}`

    await page.goto('/')
    await page.getByRole('button', { name: /Marcus Thiele/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Keywords Summary' })).toBeVisible()
    await page.goto('/articles/pending')
    await button(page, 'New Article').click()
    const dialog = dialogOf(page, /New Article/)
    await dialog.getByLabel('Site', { exact: true }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Hearthside' }).click()
    await dialog.getByLabel('Keyword', { exact: true }).fill(keyword)
    await dialog.getByLabel('Keyword', { exact: true }).press('Enter')
    await expect(dialog.getByLabel('Title')).toHaveValue(title)
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'shears.png', mimeType: 'image/png', buffer: PICTURE })
    await expect(dialog.locator('img[src^="/images/"]').first()).toBeVisible()
    await dialog
      .getByLabel('Intro', { exact: true })
      .fill('Shears that do not fight the hand that holds them.')
    await button(dialog, 'Add product').click()
    await dialog.getByLabel('ASIN of product 1').fill('b0lefthand')
    await dialog.getByLabel('Name of product 1').fill('Linden Southpaw')
    await dialog.getByLabel('Award of product 1').fill('Best Overall')
    await button(dialog, 'Submit').click()
    await button(dialogOf(page, 'Are you sure you want to submit this article?'), 'Yes').click()
    await expect(notice(page, 'Article submitted')).toBeVisible()
    await expect(page.getByText(title).first()).toBeVisible()

    await button(page, 'Menu').first().click()
    await button(page, 'Logout').click()
    await button(page, 'Yes, I am!').click()
    await page.getByRole('button', { name: /Dana Okafor/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Pending Articles' })).toBeVisible()
    await page.getByRole('button', { name: `Approve “${title}”` }).click()
    await button(dialogOf(page, `Approve “${title}”`), 'Approve').click()
    await expect(notice(page, 'Article approved')).toBeVisible()
    await expect(page.getByRole('button', { name: `Approve “${title}”` })).toHaveCount(0)

    await page.goto('/articles')
    const entry = page.getByRole('row').filter({ hasText: title })
    await expect(entry).toContainText('Approved')
    await entry.getByRole('link', { name: /See more/ }).click()
    const details = dialogOf(page, 'Article Details')
    await expect(details).toContainText('Dana Okafor')
    await expect(details).toContainText('B0LEFTHAND')
  })
}
