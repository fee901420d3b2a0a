import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { mayEdit } from '#shared/features/articles/articles/rules.ts'
import type { Override } from '#shared/features/articles/preflight/contract.ts'
import { isConflict } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useUser } from '#web/api/session.ts'
import type { Known } from '#web/ui/form/form-store.ts'
import { fieldId as idOf } from '#web/ui/form/issues.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { FAILURES } from '../messages.ts'
import { articleQuery, currentArticleIn, useSaveArticle } from '../queries.ts'
import {
  type ArticleValues,
  articleValuesOf,
  blankValues,
  bodyOf,
  changeOf,
  faultsIn,
  type Preset,
} from '../use-article-values.ts'

const FORM = 'article'

/** The id of the control for a path such as `products.0.asin`. */
export const fieldId = (path: string) => idOf(FORM, path)

const knownOf = (article: Article): Known<ArticleValues> => ({
  values: articleValuesOf(article),
  version: article.version,
})

/** The new state of an article that can no longer be saved here. */
export interface Passed {
  article: Article
  /** The title of the refused save. */
  title: string
}

/** The article's current state if a save was refused because its status had changed. */
function usePassed(base: Article | null) {
  const queries = useQueryClient()
  const user = useUser()
  const [passed, setPassed] = useState<Passed | null>(null)
  const notice = async (error: unknown, title: string): Promise<boolean> => {
    if (base === null || user === null || !isConflict(error) || currentArticleIn(error) !== null) return false
    const query = { ...articleQuery(base.article_id), staleTime: 0 }
    const article = await queries.fetchQuery(query).catch(() => null)
    if (article === null || mayEdit(user, { status: article.status, userId: article.user_id })) return false
    setPassed({ article, title })
    return true
  }
  return { passed, notice }
}

interface EditorParts {
  /** Null for a new one. */
  article: Article | null
  preset?: Preset | undefined
}

/** The editor of an article: its form and how it is saved. */
export function useArticleEditor({ article, preset }: EditorParts) {
  const [base, setBase] = useState(article)
  // Fixed on opening: changes by other users are merged on save, and not while the author types.
  const [known] = useState(() => (article ? knownOf(article) : { values: blankValues(preset) }))
  // The newer version by which a save was refused.
  const [overtaking, setOvertaking] = useState<Article | null>(null)
  const saving = useSaveArticle()
  const { passed, notice } = usePassed(base)
  const form = useForm<ArticleValues>({
    id: FORM,
    stashAs: `article ${article?.article_id ?? 'new'}`,
    known,
    overtakenBy(error) {
      const current = currentArticleIn(error)
      setOvertaking(current)
      return current && knownOf(current)
    },
  })

  /**
   * Saves the article and returns it, or null if it was refused. The form then keeps the values and shows the
   * reason.
   */
  const save = async (
    isDraft: boolean,
    overrides: Override[],
    failTitle: string = FAILURES.save,
  ): Promise<Article | null> => {
    let isTold = false
    const outcome = await form.save(async (values, { base: { values: read, version }, callKey }) => {
      const body = { ...(base ? changeOf(values, read) : bodyOf(values)), draft: isDraft, overrides }
      const article = base && { article_id: base.article_id, version }
      try {
        return await saving.mutateAsync({ article, key: callKey, body })
      } catch (error) {
        // Before the buttons are enabled again, so that actions that are no longer possible stay hidden.
        isTold = await notice(error, failTitle)
        throw error
      }
    })
    if (outcome === null) {
      const { refusal } = form.state().status
      if (refusal !== null && !isTold) handleError(failTitle)(refusal.error)
      return null
    }
    setBase(outcome.saved)
    form.settle(knownOf(outcome.saved), outcome.sent)
    return outcome.saved
  }

  return {
    base,
    overtaking,
    passed,
    form,
    check: (isDraft: boolean) => form.check((values) => faultsIn(values, isDraft)),
    save,
  }
}

export type ArticleEditor = ReturnType<typeof useArticleEditor>
