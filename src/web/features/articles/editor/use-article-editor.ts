import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { mayEdit } from '#shared/features/articles/rules.ts'
import type { Override } from '#shared/features/preflight/contract.ts'
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

/** What an article has become of which nobody here may save anything any more. */
export interface Passed {
  article: Article
  /** Of the save that was refused for it. */
  title: string
}

/** Where a save was refused because the article has gone on: how it stands now. */
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

/** An article being written: its form, and how it is saved. */
export function useArticleEditor({ article, preset }: EditorParts) {
  const [base, setBase] = useState(article)
  // As it was opened: what is written meanwhile by others comes in with a save, not under the author's hands.
  const [known] = useState(() => (article ? knownOf(article) : { values: blankValues(preset) }))
  // By which a save was refused.
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

  /** The article as saved, or null where it was refused; then the form holds what was typed, and says why. */
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
        // Before the buttons are free again: those that are not possible any more stay away.
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
    const { comment } = form.values()
    form.settle(knownOf(outcome.saved), outcome.sent)
    // No part of the article: it goes along with the decision that follows.
    form.set('comment', comment)
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
