import { expect, expectAccessible, test } from './fixtures.ts'

/** A red square, as a person would upload it. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
)

for (const width of [1440, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`from sign-in to an approved article in the history, ${width} px, ${colorScheme}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const keyword = `left-handed garden shears ${width} ${colorScheme}`
      const title = `The best ${keyword}`

      await page.goto('/')
      await page.getByRole('button', { name: /Marcus Thiele/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Keywords Summary' })).toBeVisible()
      await page.goto('/articles/pending')
      await page.getByRole('button', { name: 'New Article' }).click()
      const dialog = page.getByRole('dialog', { name: /New Article/ })
      await dialog.getByLabel('Site').click()
      await page.getByTitle('Hearthside').last().click()
      await dialog.getByLabel('Keyword').first().fill(keyword)
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Title')).toHaveValue(title)
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'shears.png', mimeType: 'image/png', buffer: PICTURE })
      await expect(dialog.locator('img[src^="/images/"]').first()).toBeVisible()
      await dialog.getByLabel('Intro').fill('Shears that do not fight the hand that holds them.')
      await dialog.getByRole('button', { name: 'Add product' }).click()
      await dialog.getByLabel('ASIN').fill('b0lefthand')
      await expect(dialog.getByLabel('ASIN')).toHaveValue('B0LEFTHAND')
      await dialog.getByLabel('Name').fill('Linden Southpaw')
      await dialog.getByLabel('Award').fill('Best Overall')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
      const question = page
        .getByRole('dialog')
        .filter({ hasText: 'Are you sure you want to submit this article?' })
      await question.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(title).first()).toBeVisible()

      await page.getByRole('button', { name: 'Menu', exact: true }).first().click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('button', { name: 'Yes, I am!' }).click()
      await page.getByRole('button', { name: /Dana Okafor/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto('/articles/pending')
      const row = page.locator('tr, li').filter({ hasText: title }).last()
      await row.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await expect(page.getByText(title)).toHaveCount(0)

      await page.goto('/articles')
      const entry = page.getByRole('row').filter({ hasText: title })
      await expect(entry).toContainText('Approved')
      await entry.getByRole('link', { name: 'See more' }).click()
      const details = page.getByRole('dialog')
      await expect(details).toContainText('Dana Okafor')
      await expect(details).toContainText('B0LEFTHAND')
      await expectAccessible(page)
    })
  }
}
