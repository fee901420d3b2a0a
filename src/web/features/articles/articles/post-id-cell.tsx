import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { ArticleMirror, ArticleRow } from '#shared/features/articles/articles/contract.ts'
import { useMay } from '#web/api/session.ts'
import { MIRROR_WORDS, PENDING } from './messages.ts'

function MirrorWords({ state, error }: Pick<ArticleMirror, 'state' | 'error'>) {
  if (state === 'done') return null
  if (state === 'failed') {
    return (
      <p className="meta mirror-failed">
        {MIRROR_WORDS.failed} {error}
      </p>
    )
  }
  return (
    <p className="meta">
      {MIRROR_WORDS.waiting}
      {error && ` ${MIRROR_WORDS.again} ${error}`}
    </p>
  )
}

interface PostIdCellProps {
  article: Pick<ArticleRow, 'wordpress_id' | 'site'>
  /** The state of the post's sync, if it is to be shown. */
  mirror?: ArticleMirror | undefined
}

/** The id of an article's post, linked to its preview. */
export function PostIdCell({ article: { wordpress_id: id, site }, mirror }: PostIdCellProps) {
  const mayPreview = useMay('ViewTools')
  const words = mirror && <MirrorWords {...mirror} />
  if (!id) {
    return (
      <>
        <span className="quiet">{PENDING}</span>
        {words}
      </>
    )
  }
  return (
    <>
      {mayPreview ? (
        <Link
          to={SCREENS.preview.path}
          params={{ site: site.code, id: String(id) }}
          className="tabular"
          title={SCREENS.preview.title}
        >
          {id}
        </Link>
      ) : (
        <span className="tabular">{id}</span>
      )}
      {words}
    </>
  )
}
