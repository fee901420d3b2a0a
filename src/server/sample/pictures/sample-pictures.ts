import type { SampleArticle } from '../articles.ts'
import type { Pictures } from '../fill-parts.ts'
import type { SampleSiteCode } from '../site-codes.ts'
import { SAMPLE_SITES } from '../sites.ts'
import { renderHero } from './draw.ts'
import { renderLogo } from './logos.ts'

/** Stores a picture and returns its address. */
export type StoreImage = (bytes: Buffer, type: 'image/jpeg' | 'image/png') => Promise<string>

export async function drawPictures(
  written: readonly SampleArticle[],
  storeImage: StoreImage,
): Promise<Pictures> {
  const logos = new Map<SampleSiteCode, string>()
  for (const { code } of SAMPLE_SITES) logos.set(code, await storeImage(await renderLogo(code), 'image/png'))
  const heroes = new Map<SampleArticle, string>()
  for (const article of written) {
    // An untouched draft has no picture yet.
    if (article.status === 'draft' && article.products.length < 2) continue
    heroes.set(article, await storeImage(await renderHero(article), 'image/jpeg'))
  }
  return { logos, heroes }
}
