import type { DigestNotice } from '#shared/features/ground/notices/form.ts'
import type { NoticeKind } from '#shared/features/ground/notices/rules.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import type { FoundNotice } from './digest-queries.ts'

/** A stored notice as a digest shows it. */
export const digestNotice = ({ notice, actor, article, keyword }: FoundNotice): DigestNotice => ({
  // The store writes known kinds only.
  kind: notice.kind as NoticeKind,
  actor: actor && fullNameOf(actor),
  title: article?.title ?? keyword?.keyword ?? notice.about?.title ?? null,
  words: notice.words,
  articleId: notice.articleId,
  keywordId: notice.keywordId,
  about: notice.about,
  createdAt: notice.createdAt,
})
