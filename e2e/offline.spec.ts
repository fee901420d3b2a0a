import { button, dialogOf, notice, request, unique, watchWrites } from './article-steps.ts'
import { expect, test } from './fixtures.ts'

test.describe('without a network', () => {
  test('a save fails at once, keeps the typed text, and is sent only when the user saves again', async ({
    page,
    context,
    signIn,
    sessionOf,
    allowConsole,
  }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/)
    const opm = await sessionOf('opm')
    const { article_id } = await request(opm, unique('Offline'), { draft: true })
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await dialog.getByLabel('Intro', { exact: true }).fill('Typed in the train')
    await context.setOffline(true)
    await button(dialog, 'Save Draft').click()
    const refusal = notice(page, 'Could not save the article')
    await expect(refusal).toContainText('You’re offline. Try again once you’re connected.')
    await expect(dialog.getByLabel('Intro', { exact: true })).toHaveValue('Typed in the train')

    const writes = watchWrites(page)
    await context.setOffline(false)
    await page.waitForFunction(() => navigator.onLine)
    // A request that had waited for the network would be sent before this one.
    await page.evaluate(() => fetch('/api/health').then((answer) => answer.text()))
    expect(writes).toEqual([])
    await dialog.getByRole('button', { name: /Save Draft$/ }).click()
    await expect(notice(page, 'Draft saved')).toBeVisible()
    expect(writes).toHaveLength(1)
    expect((await opm.call('GET', `/api/articles/${article_id}`)).intro).toBe('Typed in the train')
  })
})
