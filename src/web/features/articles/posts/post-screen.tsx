import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Post } from '#shared/features/articles/posts/contract.ts'
import { postNotFound, SITE_CODE } from '#shared/features/articles/preview/rules.ts'
import { Id } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { ArticleCard } from '#web/features/articles/articles/details/article-card.tsx'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { Page } from '#web/ui/page.tsx'
import { FAILURES, NO_ARTICLE, POST_GONE, QUESTIONS } from './messages.ts'
import { PostCard } from './post-card.tsx'
import { postQuery, usePublishPost } from './queries.ts'

function Actions({ whole: { post, site } }: { whole: Post }) {
  const mayPublish = useMay('ValidateArticles')
  const confirm = useConfirm()
  const publish = usePublishPost(site.code.toLowerCase(), post.id)
  async function ask() {
    const question = { title: `Publish “${post.title}”?`, content: QUESTIONS.publish, okText: 'Publish' }
    if (await confirm(question)) publish.mutate()
  }
  return (
    <>
      <Link to={SCREENS.preview.path} params={{ site: site.code, id: String(post.id) }} className="btn">
        {SCREENS.preview.title}
      </Link>
      {mayPublish && post.status === 'draft' && (
        <Button type="primary" loading={publish.isPending} onClick={() => void ask()}>
          Publish
        </Button>
      )}
    </>
  )
}

/** The page of a post in the built-in publishing site. */
export function PostScreen() {
  const params: { site?: string; id?: string } = useParams({ strict: false })
  const code = params.site?.toLowerCase() ?? ''
  const id = SITE_CODE.test(code) ? Id.safeParse(params.id).data : undefined
  const { data, error, refetch } = useQuery({ ...postQuery(code, id ?? 0), enabled: id !== undefined })
  return (
    <Page title={SCREENS.post.title} actions={data && <Actions whole={data} />}>
      {data ? (
        <div className="split-columns">
          <PostCard post={data} />
          <div>
            {data.article ? (
              <ArticleCard id={data.article.article_id} title={data.article.title} isBesidePost />
            ) : (
              <section className="sheet side-panel" aria-labelledby="no-article-title">
                <h2 id="no-article-title">Article</h2>
                <p className="quiet">{NO_ARTICLE}</p>
              </section>
            )}
          </div>
        </div>
      ) : id === undefined || data === null ? (
        <DeadEnd
          icon={<FileX size={20} aria-hidden="true" />}
          title={postNotFound(params.id ?? '')}
          text={POST_GONE}
          ways={['contentTracker', 'articles', 'tools']}
        />
      ) : (
        <div className="sheet">
          {error ? (
            <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={9} />
          )}
        </div>
      )}
    </Page>
  )
}
