import { button, dialogOf, request, unique, watchWrites } from './article-steps.ts'
import { expect, test } from './fixtures.ts'

/** The smallest PNG that a decoder takes. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.describe('the hero image', () => {
  test('is uploaded, and only a JPEG or PNG is taken [ART-057] [ART-088] [ART-153] [ART-155]', {
    tag: '@first',
  }, async ({ page, signIn }) => {
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    const input = dialog.locator('input[type=file]')
    await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: PNG })
    await expect(dialog.getByText('You can only upload JPG/PNG file!')).toBeVisible()
    const sent = page.waitForRequest((each) => each.url().endsWith('/api/images'))
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/)
    await expect(dialog.getByRole('img', { name: 'Hero image' })).toHaveAttribute('src', /^\/images\//)
    await expect(dialog.getByText('You can only upload JPG/PNG file!')).toHaveCount(0)
  })

  test('is taken over from a typed address after a pause of a second, and stays when that fails [ART-058] [ART-090] [ART-091] [ART-154] [ART-156]', {
    tag: '@first',
  }, async ({ page, signIn, sessionOf, allowConsole }) => {
    allowConsole(/status of 422 .* at \/api\/images$/)
    const opm = await sessionOf('opm')
    const keyword = unique('drip coffee')
    const { article_id, site_id } = await request(opm, unique('Pictures'), {
      draft: true,
      keywords: [keyword],
      imageUrl: '/images/before.png',
    })
    await page.route('**/images/before.png', (route) =>
      route.fulfill({ contentType: 'image/png', body: PNG }),
    )
    await page.route('**/images/after.png', (route) => route.fulfill({ contentType: 'image/png', body: PNG }))
    const writes = watchWrites(page)
    let isRefused = true
    await page.route('**/api/images', (route) =>
      isRefused
        ? route.fulfill({
            status: 422,
            contentType: 'application/json',
            body: '{"message":"No picture there"}',
          })
        : route.fulfill({ contentType: 'application/json', body: '{"image_url":"/images/after.png"}' }),
    )
    await page.clock.install()
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    const address = dialog.getByLabel('Hero image URL')
    const picture = dialog.getByRole('img', { name: 'Hero image' })
    await expect(picture).toHaveAttribute('src', '/images/before.png')
    // From here on the page's clock stands still: a second begins with each key, and ends after the last one.
    await page.clock.pauseAt(Date.now() + 60_000)
    await address.pressSequentially('https://pictures.example/a.pn')
    await page.clock.runFor(900)
    await address.press('g')
    await page.clock.runFor(999)
    await expect(button(dialog, 'Save Draft')).toBeDisabled()
    expect(writes).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => writes.length).toBe(1)
    await page.clock.resume()
    await expect(dialog.getByText('No picture there')).toBeVisible()
    await expect(button(dialog, 'Save Draft')).toBeEnabled()
    await expect(picture).toHaveAttribute('src', '/images/before.png')
    expect(writes).toEqual([
      {
        call: 'POST /api/images',
        body: {
          imageUrl: 'https://pictures.example/a.png',
          key: `${keyword.replaceAll(' ', '+')}+${site_id}`,
          site: site_id,
        },
      },
    ])
    isRefused = false
    await address.fill('https://pictures.example/b.png')
    await expect(picture).toHaveAttribute('src', '/images/after.png')
    // Its made-up pictures would be missed by whoever sees the list next.
    await opm.call('DELETE', `/api/articles/${article_id}`)
  })
})
