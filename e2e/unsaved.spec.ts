import type { Page } from '@playwright/test'
import { button, dialogOf, request, unique } from './article-steps.ts'
import { expect, test } from './fixtures.ts'

const QUESTION = 'Discard your changes?'
const questionOn = (page: Page) => page.getByRole('dialog', { name: QUESTION })

/** To Articles History. */
async function goByPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('History')
  await page.getByRole('option', { name: /Articles History/ }).waitFor()
  await page.keyboard.press('Enter')
}

/** The browser's own question before the page unloads; answers with Stay. */
async function reloadAndStay(page: Page): Promise<string> {
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => window.location.reload())
  const question = await asked
  await question.dismiss()
  await reload
  return question.type()
}

test.describe('typed text that is not saved', () => {
  test('survives Back, and Discard goes back', async ({ page, signIn }) => {
    await signIn('opm')
    await page.goto('/tools')
    await page.getByRole('link', { name: /^\d+ pending articles/ }).click()
    await button(page, 'New Article').click()
    const notes = dialogOf(page, /New Article/).getByLabel('Notes', { exact: true })
    await notes.fill('A thought')
    await page.goBack()
    await button(questionOn(page), 'Keep editing').click()
    await expect(page).toHaveURL(/new=1/)
    await expect(notes).toHaveValue('A thought')
    await page.goBack()
    await button(questionOn(page), 'Discard').click()
    await expect(notes).toHaveCount(0)
    await expect(page).not.toHaveURL(/new=1/)
    await expect(page).toHaveURL(/\/articles\/pending/)
  })

  test('survives the palette and the reload', async ({ page, signIn }) => {
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const notes = dialogOf(page, /New Article/).getByLabel('Notes', { exact: true })
    await notes.click()
    await page.keyboard.type('A thought')
    expect(await reloadAndStay(page)).toBe('beforeunload')
    await expect(notes).toHaveValue('A thought')

    await goByPalette(page)
    await button(questionOn(page), 'Keep editing').click()
    await expect(notes).toHaveValue('A thought')
    await goByPalette(page)
    await button(questionOn(page), 'Discard').click()
    await expect(page).toHaveURL(/\/articles$/)
    // Nothing is unsaved any more, so there is no question.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Articles History' })).toBeVisible()
  })

  test('is restored after a reload that the user insists on, and not once it is discarded', async ({
    page,
    signIn,
  }) => {
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const notes = dialogOf(page, /New Article/).getByLabel('Notes', { exact: true })
    await notes.click()
    await page.keyboard.type('A thought')
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await expect(notes).toHaveValue('A thought')

    await page.keyboard.press('Escape')
    await button(questionOn(page), 'Keep editing').click()
    await expect(notes).toHaveValue('A thought')
    await button(dialogOf(page, /New Article/), 'Close')
      .last()
      .click()
    await button(questionOn(page), 'Discard').click()
    await expect(notes).toHaveCount(0)
    await expect(page).not.toHaveURL(/new=1/)
    await page.goto('/articles/pending?new=1')
    await expect(notes).toHaveValue('')
  })

  test('causes one confirmation, also in a reason over an edited article', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const { article_id } = await request(await sessionOf('opm'), unique('Twice unsaved'))
    await signIn('qa')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await dialog.getByLabel('Notes', { exact: true }).fill('Edited')
    await button(dialog, 'Return').click()
    await page.getByLabel(/^Reason/).fill('Too short')
    await goByPalette(page)
    await button(questionOn(page), 'Discard').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Articles History' })).toBeVisible()
    await expect(questionOn(page)).toHaveCount(0)
  })

  test('in the forms of a user and of a password survives too', async ({ page, signIn }) => {
    await signIn('adm')
    await page.goto('/users')
    await button(page, 'New User').click()
    await page.getByLabel('First name').fill('Ada')
    await page.goBack()
    await button(questionOn(page), 'Keep editing').click()
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await page.goBack()
    await button(questionOn(page), 'Discard').click()
    await expect(page.getByLabel('First name')).toHaveCount(0)

    await page.goto('/profile')
    await button(page, 'Change Password').click()
    await page.getByLabel('Current password').click()
    await page.keyboard.type('half a password')
    expect(await reloadAndStay(page)).toBe('beforeunload')
    await expect(page.getByLabel('Current password')).toHaveValue('half a password')
  })
})
