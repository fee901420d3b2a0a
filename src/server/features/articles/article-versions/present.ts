import type { ArticleText } from '#shared/features/articles/article-versions/contract.ts'
import type { ArticleContent } from '#shared/features/articles/articles/rules.ts'

export function presentText({ imageUrl, keywords, siteId: _site, ...text }: ArticleContent): ArticleText {
  return { ...text, image_url: imageUrl, keywords: keywords.map(({ keyword }) => keyword) }
}
