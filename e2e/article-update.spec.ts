import { button, request, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const PRODUCT = { asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best Overall' }

for (const { width, colorScheme } of [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const) {
  test(`an update of a published article is read beside its post, approved, and stays the same post, ${width} px`, async ({
    page,
    signIn,
    sessionOf,
    allowConsole,
  }) => {
    // An approval just before the claim arrives makes the server refuse the claim.
    allowConsole(/status of 409 .* at \/api\/articles\/\d+\/claim$/)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const opm = await sessionOf('opm')
    const qa = await signIn('qa')
    const title = unique('The best quiet kettles')
    const { article_id: id, site } = await request(opm, title, { intro: 'They boil and say little.' })
    await qa.call('PATCH', `/api/articles/validate/${id}`, { command: 'approve' })
    const read = () => qa.call('GET', `/api/articles/${id}`)
    await expect.poll(async () => (await read()).wordpress_id).not.toBeNull()
    const { wordpress_id: postId } = await read()
    await qa.call('POST', `/api/posts/${site.code}/${postId}/publish`)

    const { article_id: update } = await opm.call('POST', `/api/articles/${id}/revision`)
    await opm.call('PATCH', `/api/articles/${update}`, {
      title: `${title}, tested again`,
      products: [{ ...PRODUCT, name: 'Crestline Two' }],
      version: 1,
      draft: false,
    })
    await page.goto(`/articles/${update}`)
    const sides = page.getByRole('region', { name: 'Live and revision' })
    await expect(sides).toContainText(`It keeps its ID ${postId}`)
    await expect(sides.locator('ins').first()).toContainText('tested again')
    await expectAccessible(page)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/update-${width}.png`, fullPage: true })
    await button(page, 'Approve').click()
    await expect.poll(async () => (await read()).title).toBe(`${title}, tested again`)
    await expect.poll(async () => (await qa.call('GET', `/api/articles/${update}`)).status).toBe('published')
    expect((await read()).wordpress_id).toBe(postId)
    const { post } = await qa.call('GET', `/api/posts/${site.code}/${postId}`)
    expect(post).toMatchObject({ status: 'publish', title: `${title}, tested again` })
    await page.goto(`/articles/${id}`)
    await expect(button(page, 'Update')).toBeVisible()
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/published-${width}.png`, fullPage: true })
  })
}
