import type { Post } from '#shared/features/posts/contract.ts'
import { ArticleLink } from '#web/features/articles/article-link.tsx'
import { SiteBadge } from '#web/features/sites/site-badge.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'

function PostArticle({ article }: Pick<Post, 'article'>) {
  if (article === null) return <span className="quiet">None</span>
  return <ArticleLink id={article.article_id}>{article.title}</ArticleLink>
}

/** What the built-in publishing site knows of a post. */
export function PostCard({ post: whole }: { post: Post }) {
  const { post, site, article } = whole
  const isLive = post.status === 'publish'
  return (
    <div className="post-card">
      {post.heroImageUrl && <img src={post.heroImageUrl} alt="" />}
      <h2>{post.title}</h2>
      <dl className="details">
        <dt>Status</dt>
        <dd>
          <StatusBadge
            label={isLive ? 'Published' : 'Draft'}
            tone={isLive ? 'accent' : 'quiet'}
            mark={isLive ? 'solid' : 'hollow'}
          />
        </dd>
        <dt>Site</dt>
        <dd>
          <SiteBadge site={site} />
        </dd>
        <dt>Post id</dt>
        <dd className="tabular">{post.id}</dd>
        <dt>Article</dt>
        <dd>
          <PostArticle article={article} />
        </dd>
        <dt>Author</dt>
        <dd>{post.authorName ?? <span className="quiet">None</span>}</dd>
        <dt>Focus keyword</dt>
        <dd>{whole.focus_keyword || <span className="quiet">None</span>}</dd>
        <dt>Products</dt>
        <dd className="tabular">{post.products.length}</dd>
        <dt>Created</dt>
        <dd>
          <Moment moment={whole.created_at} />
        </dd>
        <dt>Changed</dt>
        <dd>
          <Moment moment={whole.modified_at} />
        </dd>
        {post.datePublished && (
          <>
            <dt>Published</dt>
            <dd>
              <Moment moment={post.datePublished} />
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
