import { useQuery } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { isRefusedRenewal, maySync, type RenewalState } from '#shared/features/articles/articles/rules.ts'
import type { ArticleRenewal } from '#shared/features/articles/revisions/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { REMEDIES } from './messages.ts'
import { renewalQuery, useRestorePost, useUndoRenewal } from './queries.ts'

const WORDS: Readonly<Record<RenewalState, string>> = {
  open: 'replaces all its text once it’s approved.',
  written: 'This article replaced the post’s whole text.',
  undone: 'Its old text has been restored.',
}

/** The text after approval, while the post is not updated yet. */
const TO_COME = 'will replace all its text.'

/** Changes that the site's editors made to the post, which will be lost with the old text. */
function Changes({ changes, seen_at: since, state }: ArticleRenewal) {
  if (changes === null) return <p className="meta">The post is no longer published.</p>
  if (changes.length === 0 || since === null || state === 'undone') return null
  return (
    <div role="note" aria-label="Changed on its site">
      <p>
        <b>
          {state === 'open'
            ? 'The post has changed on its site since the update was started'
            : 'This also replaced changes made on the site after it was started'}
        </b>{' '}
        (<RelativeTime moment={since} />)
      </p>
      <dl>
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt className="ink">{label}</dt>
            <dd className="words">
              <WordsDifference before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The fallback if the post to be replaced is gone or may not be changed. */
function useOwnPost(article: Article) {
  const user = useUser()
  const restore = useRestorePost()
  const confirm = useConfirm()
  const { article_id: id, status, user_id: userId } = article
  return {
    mayMake: user !== null && isRefusedRenewal(article) && maySync(user, { status, userId }),
    isPending: restore.isPending,
    async make(post: number | null) {
      const isSure = await confirm({
        title: 'Create a new post from this article?',
        content: `${post === null ? 'The post it was going to replace' : `Post ${post}`} stays as it is. The new post is a draft on the site.`,
        okText: 'Create post',
      })
      if (!isSure) return
      restore.mutate(
        { id, remedy: 'renew' },
        { onSuccess: () => notify({ kind: 'success', title: REMEDIES.renew.done }) },
      )
    },
  }
}

/** For an article that replaces the text of an existing post: the losses that come with the old text, and an undo. */
export function RenewalNote({ article }: { article: Article }) {
  const { data, isError } = useQuery(renewalQuery(article))
  const mayUndo = useMay('ValidateArticles')
  const undo = useUndoRenewal()
  // Called here because the note unmounts when the post is created, but still has to report it.
  const own = useOwnPost(article)
  const confirm = useConfirm()
  if (article.renewal === null) return null
  // The note about the replaced text is shown even if the site does not respond.
  const { state = article.renewal, post_id: post = null, days_left: days = null } = data ?? {}
  const putBack = async () => {
    const isSure = await confirm({
      title: 'Restore the post’s old text?',
      content: 'Readers will see the post as it was before. This also cancels the article.',
      okText: 'Restore',
    })
    if (!isSure) return
    undo.mutate(article.article_id, {
      onSuccess: () => notify({ kind: 'success', title: 'The post’s old text has been restored' }),
    })
  }
  return (
    <div className="post-note cluster align-stretch gap-8 row-gap-4">
      <p>
        {post === null ? 'A post on the site' : `Post ${post}`} wasn’t written in Copydesk.{' '}
        {state === 'open' ? 'This article ' : ''}
        {state === 'open' && article.status === 'approved' ? TO_COME : WORDS[state]}
      </p>
      {data && <Changes {...data} />}
      {isError && <p className="meta">Couldn’t check the post for changes made on its site.</p>}
      {own.mayMake && (
        <Button size="small" loading={own.isPending} onClick={() => void own.make(post)}>
          {REMEDIES.renew.label}
        </Button>
      )}
      {mayUndo && days !== null && (
        <>
          <Button size="small" loading={undo.isPending} onClick={() => void putBack()}>
            Restore the old text
          </Button>
          <span className="meta">{countedIn(days, 'day')} left</span>
        </>
      )}
    </div>
  )
}
